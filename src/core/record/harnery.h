/*
 * harnery — the peer's formats, version 1: names, limits, ids and the small objects that occur in all its records.
 * What a reader of the peer demands of each field is written down in docs/records.md and checked in
 * tests/support/harnery_rules.c.
 */
#ifndef CORE_RECORD_HARNERY_H
#define CORE_RECORD_HARNERY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/workspace/workspace.h"

#define HARNERY_SCHEMA_VERSION 1
#define HARNERY_PROVIDER_ID "local-git-worktree"
#define HARNERY_PROVIDER_VERSION "1"
#define HARNERY_BRANCH_PREFIX "harnery/workspace/"
#define HARNERY_NETWORK "unknown" /* what children may reach is not attested: never said to be more or less */

#define MANIFEST_BYTES_MAX 262144u
#define WORKSPACE_REQUEST_BYTES_MAX 524288u
#define PROOF_BYTES_MAX 524288u
#define TRANSCRIPT_LINE_BYTES_MAX 16384u /* the newline included */
#define TRANSCRIPT_BYTES_MAX (64u * 1024 * 1024)
#define EVENT_LINE_BYTES_MAX 32768u
#define EVENTS_BYTES_MAX (2u * 1024 * 1024)

#define HARNERY_NAME_UNITS 200   /* lengths are counted in UTF-16 units, as the peer does */
#define HARNERY_ERROR_UNITS 2000
#define HARNERY_SESSION_UNITS 1000
#define HARNERY_ID_BYTES 48

/* "ws-" and 24 digits of the digest of the idempotency key as a JSON string. */
void harnery_binding_id(const char *idempotency_key, char ret_id[HARNERY_ID_BYTES]);
/* "local-" and 24 digits of the digest of {bindingId, requestSha256}. */
void harnery_workspace_id(const char *binding_id, const char *request_sha256, char ret_id[HARNERY_ID_BYTES]);
/* Digest of what the local worktree provider declares it can do. */
void harnery_capability_digest(char ret_hex[DIGEST_HEX_BYTES]);

/* Values of the record, each yours. */
struct json *harnery_object(void);                              /* {"schema_version": 1} */
struct json *harnery_owner(void);                               /* a run of its own, not part of a work item */
struct json *harnery_provider(void);
struct json *harnery_identity(const struct identity *id);       /* {platform, device, inode}, all strings */
struct json *harnery_place(const struct place *p);              /* {realpath, identity} */
struct json *harnery_configured_place(const struct place *p);   /* {configured, realpath, identity} */
struct json *harnery_time(uint64_t wall_ms);                    /* "2026-11-30T17:40:26.083Z"; NULL (null) for 0 */
struct json *harnery_text_digest(const char *s);                /* {kind "text", sha256, bytes} */
bool harnery_place_read(const struct json *value, struct place *ret); /* any of the two forms; false: not a place */
uint64_t harnery_time_read(const struct json *object, const char *key); /* 0: absent or not a time */

/* Owned: valid UTF-8 of at most max_units UTF-16 units, a cut end replaced by "…". Bytes that are no UTF-8 become U+FFFD. */
char *harnery_clip(const char *s, size_t max_units);
bool harnery_fits(const char *s, size_t max_units);
size_t harnery_units(const char *s, size_t len); /* length in UTF-16 units */
#endif
