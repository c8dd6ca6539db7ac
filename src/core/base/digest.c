/*
 * digest — SHA-256 through libcrypto, which only this file knows.
 */
#include "core/base/digest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "core/base/mem.h"

#define SHA256_BYTES 32

struct digest {
	EVP_MD_CTX *context;
};

/* libcrypto can fail here only without memory or without SHA-256 at all; a wrong digest must never leave. */
static void must(int libcrypto_says)
{
	if (libcrypto_says != 1)
		abort();
}

struct digest *digest_new(void)
{
	struct digest *d = mem_new(1, sizeof *d);

	d->context = EVP_MD_CTX_new();
	must(d->context != NULL);
	must(EVP_DigestInit_ex(d->context, EVP_sha256(), NULL));
	return d;
}

void digest_add(struct digest *d, const void *bytes, size_t len)
{
	if (len > 0)
		must(EVP_DigestUpdate(d->context, bytes, len));
}

void digest_finish(struct digest **d, char ret_hex[DIGEST_HEX_BYTES])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char raw[EVP_MAX_MD_SIZE];
	unsigned len = 0;

	must(EVP_DigestFinal_ex((*d)->context, raw, &len));
	assert(len == SHA256_BYTES);
	for (size_t i = 0; i < SHA256_BYTES; i++) {
		ret_hex[2 * i] = digits[raw[i] >> 4];
		ret_hex[2 * i + 1] = digits[raw[i] & 15];
	}
	ret_hex[2 * SHA256_BYTES] = '\0';
	digest_drop(d);
}

void digest_drop(struct digest **d)
{
	if (!*d)
		return;
	EVP_MD_CTX_free((*d)->context);
	free(*d);
	*d = NULL;
}

void digest_of(const void *bytes, size_t len, char ret_hex[DIGEST_HEX_BYTES])
{
	struct digest *d = digest_new();

	digest_add(d, bytes, len);
	digest_finish(&d, ret_hex);
}

bool digest_is_hex(const char *s)
{
	return s && strspn(s, "0123456789abcdef") == DIGEST_HEX_BYTES - 1 && s[DIGEST_HEX_BYTES - 1] == '\0';
}
