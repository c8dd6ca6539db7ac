/*
 * digest — SHA-256 as 64 lower-case hexadecimal digits. The only file that knows libcrypto is digest.c.
 */
#ifndef CORE_BASE_DIGEST_H
#define CORE_BASE_DIGEST_H
#include <stdbool.h>
#include <stddef.h>

#define DIGEST_HEX_BYTES 65 /* 64 digits and the NUL */

struct digest; /* a running digest */
struct digest *digest_new(void);
void digest_add(struct digest *d, const void *bytes, size_t len);
void digest_finish(struct digest **d, char ret_hex[DIGEST_HEX_BYTES]); /* drops it */
void digest_drop(struct digest **d);
void digest_of(const void *bytes, size_t len, char ret_hex[DIGEST_HEX_BYTES]);
bool digest_is_hex(const char *s); /* exactly 64 lower-case hexadecimal digits */
#endif
