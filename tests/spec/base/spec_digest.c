/* Specification of digest: SHA-256, against the values of its standard (FIPS 180-4 examples). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/digest.h"
#include "core/base/owned.h"

static void it_agrees_with_the_standard(void **unused)
{
	static const struct {
		const char *bytes, *hex;
	} cases[] = {
		{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char hex[DIGEST_HEX_BYTES];

		digest_of(cases[i].bytes, strlen(cases[i].bytes), hex);
		assert_string_equal(hex, cases[i].hex);
	}
}

static void pieces_give_the_digest_of_the_whole(void **unused)
{
	OWNED(digest) struct digest *d = digest_new();
	char piece[1000], hex[DIGEST_HEX_BYTES];

	(void)unused;
	memset(piece, 'a', sizeof piece);
	for (int i = 0; i < 1000; i++)
		digest_add(d, piece, sizeof piece);
	digest_add(d, NULL, 0);
	digest_finish(&d, hex);
	assert_null(d);
	assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void an_unfinished_digest_can_be_dropped(void **unused)
{
	struct digest *d = digest_new();

	(void)unused;
	digest_drop(&d);
	assert_null(d);
	digest_drop(&d);
}

static void only_64_lower_case_digits_are_a_digest(void **unused)
{
	char hex[DIGEST_HEX_BYTES + 1] = "";

	(void)unused;
	memset(hex, 'a', 64);
	assert_true(digest_is_hex(hex));
	hex[63] = 'A';
	assert_false(digest_is_hex(hex));
	hex[63] = 'g';
	assert_false(digest_is_hex(hex));
	hex[63] = '\0';
	assert_false(digest_is_hex(hex));
	memset(hex, '0', 65);
	assert_false(digest_is_hex(hex));
	assert_false(digest_is_hex(""));
	assert_false(digest_is_hex(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_agrees_with_the_standard),
		cmocka_unit_test(pieces_give_the_digest_of_the_whole),
		cmocka_unit_test(an_unfinished_digest_can_be_dropped),
		cmocka_unit_test(only_64_lower_case_digits_are_a_digest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
