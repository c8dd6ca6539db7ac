/*
 * Specification of snapshot_look_for_loss(): what the refs led to before is kept, lost or unknown, and never called kept when
 * it was not looked at.
 */
#include "snapshot_world.h"

#include "core/base/text.h"

static void lose_an_object(struct world *w)
{
	char *tree = git_out(w->repo, "rev-parse", "HEAD^{tree}");
	char *path = path_of("%s/.git/objects/%.2s/%s", w->repo, tree, tree + 2);

	path[strcspn(path, "\n")] = 0;
	assert_int_equal(unlink(path), 0);
	free(path);
	free(tree);
}

static void damage_an_object(struct world *w)
{
	char *tree = git_out(w->repo, "rev-parse", "HEAD^{tree}");
	char *path = path_of(".git/objects/%.2s/%s", tree, tree + 2);

	path[strcspn(path, "\n")] = 0;
	char *whole = path_of("%s/%s", w->repo, path);
	assert_int_equal(chmod(whole, 0644), 0);
	assert_int_equal(truncate(whole, 10), 0);
	free(whole);
	free(path);
	free(tree);
}

static void repack(struct world *w) { git(w->repo, "repack", "-q", "-a", "-d"); }

static const struct {
	const char *says;
	void (*happens)(struct world *w);
	enum objects_state state;
} losses[] = {
	{ "nothing happened", nothing, OBJECTS_KEPT },
	{ "a commit takes nothing away", commit, OBJECTS_KEPT },
	{ "a repack moves objects and loses none", repack, OBJECTS_KEPT },
	{ "a gc loses nothing that refs lead to", collect, OBJECTS_KEPT },
	{ "a missing tree is lost", lose_an_object, OBJECTS_LOST },
	{ "a damaged tree is lost", damage_an_object, OBJECTS_LOST },
};

static void what_the_refs_led_to_is_still_there_or_named(void **state)
{
	for (size_t i = 0; i < COUNT_OF(losses); i++) {
		struct world *w = *state;
		OWNED(snapshot) struct snapshot *before = NULL;
		CLEARED(snapshot_difference) struct snapshot_difference d = {0};
		struct error err = {0};

		assert_true(snapshot_take(w->b, &before, &err));
		losses[i].happens(w);
		snapshot_look_for_loss(w->b, before, 60000, &d);
		if (d.objects != losses[i].state || (d.lost.count > 0) != (losses[i].state == OBJECTS_LOST) ||
		    (d.lost.count > 0 && !d.grant_used))
			fail_msg("rule broken: %s, but they are %s: %s", losses[i].says, objects_state_word(d.objects),
				 d.objects_why  ? d.objects_why
				 : d.lost.count ? d.lost.items[0]
						: "");
		teardown(state);
		setup(state);
	}
}

/* Another repository's clone that fetched no blob yet, in the place of the world's own. */
static void what_a_partial_clone_has_not_fetched_is_unknown_and_not_lost(void **state)
{
	struct world *w = *state;
	OWNED(snapshot) struct snapshot *before = NULL;
	CLEARED(snapshot_difference) struct snapshot_difference kept = { 0 }, d = { 0 };
	char *from = path_of("file://%s", w->repo), *partial = path_of("%s-partial", w->repo), *common = path_of("%s/.git", partial);
	struct binding b = *w->b;
	struct error err = { 0 };

	git(w->repo, "config", "uploadpack.allowFilter", "true");
	git(w->repo, "clone", "-q", "--no-checkout", "--filter=blob:none", from, partial);
	git(partial, "commit", "-q", "--allow-empty", "-m", "one");
	git(partial, "repack", "-q", "-d");
	b.common.path = b.gitdir.path = common;
	b.isolated = false;
	if (!snapshot_take(&b, &before, &err))
		fail_msg("%s", err.text);
	snapshot_look_for_loss(&b, before, 60000, &kept);
	assert_int_equal(kept.objects, OBJECTS_KEPT); /* no file of the store was touched, so nothing has to be walked */
	git(partial, "commit", "-q", "--allow-empty", "-m", "two");
	git(partial, "repack", "-q", "-a", "-d"); /* and the pack of before is gone */
	snapshot_look_for_loss(&b, before, 60000, &d);
	assert_int_equal(d.objects, OBJECTS_UNKNOWN);
	assert_int_equal(d.lost.count, 0);
	assert_non_null(strstr(d.objects_why, "partial clone"));
	free(from);
	free(partial);
	free(common);
}

/* So many refs and trees that a millisecond is not enough on any machine. */
static void a_walk_that_takes_longer_than_its_time_is_unknown_and_not_lost(void **state)
{
	struct world *w = *state;
	OWNED(snapshot) struct snapshot *before = NULL;
	CLEARED(snapshot_difference) struct snapshot_difference d = { 0 }, whole = { 0 };
	CLEARED(text) struct text stream = { 0 };
	char *path = path_of("%s/.git/stream", w->repo), *import = NULL;
	struct error err = { 0 };

	text_add_string(&stream, "commit refs/heads/many\ncommitter t <t@example.invalid> 1 +0000\ndata 0\n");
	for (int i = 0; i < 20000; i++)
		text_add_format(&stream, "M 644 inline d%d/f%d\ndata 6\n%06d\n", i / 20, i, i);
	file_put(w->repo, ".git/stream", text_c(&stream));
	import = script(w->repo, ".git/import", "git fast-import --quiet <.git/stream");
	git(w->repo, "-c", "alias.take=!sh .git/import", "take");
	assert_int_equal(unlink(path), 0);
	assert_true(snapshot_take(w->b, &before, &err));
	git(w->repo, "repack", "-q", "-a", "-d");
	snapshot_look_for_loss(w->b, before, 1, &d);
	assert_int_equal(d.objects, OBJECTS_UNKNOWN);
	assert_int_equal(d.lost.count, 0);
	assert_non_null(strstr(d.objects_why, "the time for it ran out after "));
	snapshot_look_for_loss(w->b, before, 600000, &whole);
	assert_int_equal(whole.objects, OBJECTS_KEPT);
	free(path);
	free(import);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_the_refs_led_to_is_still_there_or_named, setup, teardown),
		cmocka_unit_test_setup_teardown(what_a_partial_clone_has_not_fetched_is_unknown_and_not_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(a_walk_that_takes_longer_than_its_time_is_unknown_and_not_lost, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
