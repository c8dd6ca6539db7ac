/*
 * recorded — the streams in tests/data/terminal.
 */
#ifndef TESTS_SUPPORT_RECORDED_H
#define TESTS_SUPPORT_RECORDED_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/text.h"

static const char *const recorded_names[] = { "claude", "codex", "htop", "less", "tmux", "vim" };

static inline void recorded_read(const char *name, struct text *ret)
{
	OWNED_MEM char *path = str_format("%s/terminal/%s", getenv("TEST_DATA"), name);
	FILE *file = fopen(path, "re");
	char bytes[4096];
	size_t len;

	if (!file)
		fail_msg("there is no %s", path);
	while ((len = fread(bytes, 1, sizeof bytes, file)) > 0)
		text_add(ret, bytes, len);
	(void)fclose(file);
	assert_true(ret->len > 0);
}
#endif
