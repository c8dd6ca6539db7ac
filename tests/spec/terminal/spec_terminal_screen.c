/*
 * Specification of terminal_feed(): what stands on the screen afterwards. Every case is fed whole, byte by byte and in
 * sevens, and the three terminals have to be the same in every cell, reply and scrollback line.
 *
 * A case is a screen of 4 rows and 10 columns; rows are joined by '|' here. cursor is "row,col" from 0.
 */
#include "spec/terminal/screen_support.h"

#define CASE_ROWS 4
#define CASE_COLS 10

static const struct {
	const char *says, *bytes, *screen, *cursor;
} cases[] = {
	{ "text is written from the top left", "hello", "hello", "0,5" },
	{ "a line feed keeps the column", "ab\ncd", "ab|  cd", "1,4" },
	{ "a return goes to the first column", "abc\rX", "Xbc", "0,1" },
	{ "a backspace goes back and deletes nothing", "abc\b\bX", "aXc", "0,2" },
	{ "a tab goes to the next stop of eight", "a\tb", "a       b", "0,9" },
	{ "a tab stops at the last column", "\t\t\tb", "         b", "0,9" },
	{ "a full line waits before it wraps", "0123456789", "0123456789", "0,9" },
	{ "the next sign after a full line starts a new one", "0123456789a", "0123456789|a", "1,1" },
	{ "a return after a full line stays on it", "0123456789\rX", "X123456789", "0,1" },
	{ "without wrapping the last column is overwritten", "\033[?7l0123456789ab", "012345678b", "0,9" },
	{ "the screen scrolls at its end", "1\r\n2\r\n3\r\n4\r\n5", "2|3|4|5", "3,1" },
	{ "CUP counts from one", "\033[2;3HX", "|  X", "1,3" },
	{ "CUP is clamped to the screen", "\033[99;99HX", "|||         X", "3,9" },
	{ "CUP without numbers goes home", "abc\033[HX", "Xbc", "0,1" },
	{ "CUU, CUD, CUF and CUB move by their count", "\033[3;3H\033[2A\033[1B\033[4C\033[2DX", "|    X", "1,5" },
	{ "CNL and CPL go to the first column", "\033[2;5H\033[EX\033[FY", "|Y|X", "1,1" },
	{ "CHA, HPA and VPA set one coordinate", "\033[3d\033[4GX\033[2`Y", "|| Y X", "2,2" },
	{ "ED 0 erases to the end", "aaa\r\nbbb\r\nccc\033[2;2H\033[J", "aaa|b", "1,1" },
	{ "ED 1 erases to the cursor", "aaa\r\nbbb\r\nccc\033[2;2H\033[1J", "|  b|ccc", "1,1" },
	{ "ED 2 erases all and keeps the cursor", "aaa\r\nbbb\033[2JX", "|   X", "1,4" },
	{ "EL 0, 1 and 2 erase parts of the line", "abcd\r\nabcd\r\nabcd\033[1;2H\033[K\033[2;2H\033[1K\033[3;2H\033[2K",
	  "a|  cd", "2,1" },
	{ "EL after a full line leaves its last sign", "0123456789\033[K", "0123456789", "0,9" },
	{ "ECH erases in place", "abcdef\033[1;2H\033[3X", "a   ef", "0,1" },
	{ "ICH inserts blanks", "abcdef\033[1;2H\033[2@", "a  bcdef", "0,1" },
	{ "ICH loses what leaves the line", "0123456789\033[1;2H\033[9@X", "0X", "0,2" },
	{ "DCH deletes", "abcdef\033[1;2H\033[2P", "adef", "0,1" },
	{ "DCH of more than there is deletes the rest", "abcdef\033[1;2H\033[99P", "a", "0,1" },
	{ "REP repeats the last sign", "ab\033[3b", "abbbb", "0,5" },
	{ "REP without a sign before does nothing", "\033[3b", "", "0,0" },
	{ "IL inserts lines at the cursor", "1\r\n2\r\n3\033[2;2H\033[L", "1||2|3", "1,0" },
	{ "DL deletes lines at the cursor", "1\r\n2\r\n3\r\n4\033[2;1H\033[2M", "1|4", "1,0" },
	{ "IL outside the scroll region does nothing", "1\r\n2\r\n3\033[2;3r\033[1;1H\033[L", "1|2|3", "0,0" },
	{ "SU scrolls up", "1\r\n2\r\n3\033[S", "2|3", "2,1" },
	{ "SD scrolls down", "1\r\n2\r\n3\033[2T", "||1|2", "2,1" },
	{ "only the scroll region scrolls", "1\r\n2\r\n3\r\n4\033[2;3r\033[3;1H\nX", "1|3|X|4", "2,1" },
	{ "a line feed below the region does not scroll", "1\r\n2\r\n3\r\n4\033[1;2r\033[4;1H\nX", "1|2|3|X", "3,1" },
	{ "RI at the top scrolls down", "1\r\n2\033[H\033MX", "X|1|2", "0,1" },
	{ "IND and NEL go down", "a\033Db\033Ec", "a| b|c", "2,1" },
	{ "in origin mode rows count from the region", "\033[2;3r\033[?6h\033[1;1HX\033[9;1HY", "|X|Y", "2,1" },
	{ "a region of one line is refused", "1\r\n2\r\n3\033[2;2r\033[HX", "X|2|3", "0,1" },
	{ "DECSC and DECRC bring the cursor back", "\033[2;3H\0337\033[HX\0338Y", "X|  Y", "1,3" },
	{ "DECALN fills the screen", "\033#8", "EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE", "0,0" },
	{ "RIS is a new beginning", "abc\033[2;3r\033[?6h\033cX", "X", "0,1" },
	{ "DECSTR resets the region and keeps the text", "abc\033[2;3r\033[!p\033[4;1H\nX", "|||X", "3,1" },
	{ "the alternate screen leaves the main one alone", "main\033[?1049hALT\033[?1049lX", "mainX", "0,5" },
	{ "1049 starts with an empty screen", "main\033[?1049h\033[HALT", "ALT", "0,3" },
	{ "47 keeps what was on the alternate screen", "\033[?47hALT\033[?47l\033[?47h", "ALT", "0,3" },
	{ "1047 wipes the alternate screen on the way out", "\033[?1047hALT\033[?1047l\033[?1047h", "", "0,3" },
	{ "line drawing is shown as lines", "\033(0lqk\033(Bq", "┌─┐q", "0,4" },
	{ "shift out selects the second set", "\033)0a\016q\017q", "a─q", "0,3" },
	{ "insert mode moves the text", "abc\033[H\033[4hXY\033[4lZ", "XYZbc", "0,3" },
	{ "new line mode returns too", "\033[20hab\ncd", "ab|cd", "1,2" },
	{ "tab stops can be set and cleared", "\033[3g\033[1;4H\033H\r\tX", "   X", "0,4" },
	{ "CBT goes back one stop", "\033[1;10H\033[ZX", "        X", "0,9" },
	{ "a wide sign takes two columns", "日本", "日本", "0,4" },
	{ "a wide sign that does not fit wraps", "012345678日", "012345678|日", "1,2" },
	{ "half a wide sign overwritten leaves a blank", "日本\033[1;2HX", " X本", "0,2" },
	{ "the left half overwritten blanks the right", "日本\033[1;3HX", "日X", "0,3" },
	{ "DCH through a wide sign leaves no half", "日本\033[1;2H\033[P", " 本", "0,1" },
	{ "ICH inside a wide sign leaves no half", "日x\033[1;2H\033[@", "   x", "0,1" },
	{ "ECH through a wide sign leaves no half", "日本x\033[1;2H\033[2X", "    x", "0,1" },
	{ "a combining mark joins the sign before it", "e\xcc\x81x", "e\xcc\x81x", "0,2" },
	{ "a combining mark joins a full line's last sign", "0123456789\xcc\x81", "0123456789\xcc\x81", "0,9" },
	{ "a mark at the start of a line is dropped", "\xcc\x81x", "x", "0,1" },
	{ "emoji are wide", "🪴|", "🪴|", "0,3" },
	{ "pictures that are joined share a cell", "👩\xe2\x80\x8d💻", "👩\xe2\x80\x8d💻", "0,2" },
	{ "an invalid byte is a replacement", "a\xff" "b", "a\xef\xbf\xbd" "b", "0,3" },
	{ "a sequence that breaks off is one replacement", "\xe6\x97" "a", "\xef\xbf\xbd" "a", "0,2" },
	{ "an overlong form is no sign", "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd", "0,2" },
	{ "a surrogate is no sign", "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", "0,3" },
	{ "an encoded C1 control is nothing", "a\xc2\x9b" "2K\xc2\x85\xc2\x90q\xc2\x9c", "a2Kq", "0,4" },
	{ "a raw C1 control is a replacement", "\x9bK", "\xef\xbf\xbdK", "0,2" },
	{ "a bidirectional control is a replacement", "\xe2\x80\xae", "\xef\xbf\xbd", "0,1" },
	{ "controls act inside a sequence", "\033[2\n;3HX", "|  X", "1,3" },
	{ "CAN ends a sequence", "\033[2\030X", "X", "0,1" },
	{ "ESC inside a sequence starts a new one", "\033[2\033[2;2HX", "| X", "1,2" },
	{ "a sign above ASCII ends a sequence", "\033[2日", "日", "0,2" },
	{ "unknown sequences draw nothing", "\033[>4;2m\033[<u\033[=1u\033[5y\033%G\033[?1;2;3zX", "X", "0,1" },
	{ "string sequences draw nothing",
	  "\033]52;c;aGk=\a\033P1$r\033\\\033_apc\033\\\033^pm\033\\\033Xsos\033\\\033]8;;http://a\033\\X", "X", "0,1" },
	{ "a string with a sequence inside is forgotten", "\033]0;a\033[2;2HX", "| X", "1,2" },
	{ "a wide sign pushed over the edge is gone", "01234567日\r\033[@", " 01234567", "0,0" },
	{ "a mark after a return has nothing to join", "x\r\xcc\x81", "x", "0,0" },
	{ "a refused region leaves the old one", "1\r\n2\r\n3\033[2;2r\033[2;1H\nX", "1|2|X", "2,1" },
	{ "DECRC brings origin mode back", "\0337\033[2;3r\033[?6h\0338\033[1;1HX", "X", "0,1" },
	{ "CUU stops at the region it starts in", "\033[2;3r\033[3;1H\033[9AX", "|X", "1,1" },
	{ "CUU above the region stops at the top", "\033[3;4r\033[2;1H\033[9AX", "X", "0,1" },
	{ "CUD stops at the region it starts in", "\033[2;3r\033[2;1H\033[9BX", "||X", "2,1" },
	{ "CUD below the region stops at the bottom", "\033[1;2r\033[3;1H\033[9BX", "|||X", "3,1" },
	{ "mouse highlighting is no SD", "1\033[1;1;1;1;1TX", "1X", "0,2" },
	{ "an overlong form of three bytes is no sign", "\xe0\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", "0,3" },
	{ "there is nothing beyond U+10FFFF", "\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", "0,4" },
	{ "a number beyond 16 bits does not begin again", "\033[65537HX", "|||X", "3,1" },
	{ "a mark of private sequences in the wrong place spoils them", "abc\033[1?K\033[?<KX", "abcX", "0,4" },
	{ "1049 empties what 47 left", "\033[?47hOLD\033[?47l\033[?1049hX", "   X", "0,4" },
	{ "VPR moves down past the region", "\033[1;2r\033[2eX", "||X", "2,1" },
	{ "VPR stays in the region in origin mode", "\033[1;2r\033[?6h\033[9eX", "|X", "1,1" },
	{ "VPR counts from the region in origin mode", "\033[2;4r\033[?6h\033[eX", "||X", "2,1" },
	{ "HPR and HPA move in the line", "\033[3aX\033[2`Y", " Y X", "0,2" },
	{ "CHT goes to a later stop", "\033[3g\033[1;3H\033H\033[1;5H\033H\r\033[2IX", "    X", "0,5" },
	{ "DECST8C brings the usual stops back", "\033[3g\033[?5W\tX", "        X", "0,9" },
	{ "another DECST8C means nothing", "\033[3g\033[?4W\tX", "         X", "0,9" },
	{ "SD has a second name", "1\033[2^", "||1", "0,1" },
	{ "SL moves the region to the left", "abc\r\nabc\r\nabc\033[2;3r\033[2 @", "abc|c|c", "0,0" },
	{ "SR moves the region to the right", "abc\r\nabc\033[1;2r\033[ A", " abc| abc", "0,0" },
	{ "SR loses what leaves the line", "0123456789\033[99 A", "", "0,9" },
	{ "DECIC inserts columns", "abc\r\nabc\r\nabc\033[1;2r\033[1;2H\033[2'}", "a  bc|a  bc|abc", "0,1" },
	{ "DECDC deletes columns", "abc\r\nabc\033[1;2H\033['~", "ac|ac", "0,1" },
	{ "DECIC outside the region does nothing", "abc\r\nabc\033[2;3r\033['}", "abc|abc", "0,0" },
	{ "DECERA erases a rectangle", "abcd\r\nabcd\r\nabcd\033[1;2;2;3$z", "a  d|a  d|abcd", "2,4" },
	{ "DECERA without numbers erases all", "abcd\r\nabcd\033[$z", "", "1,4" },
	{ "DECERA beyond the screen erases nothing", "ab\033[9;9;99;99$z\033[2;2;1;1$z\033[65535;65535$z", "ab", "0,2" },
	{ "reverse wrap goes back up a wrapped line", "0123456789ab\033[?45h\b\b\bX", "012345678X|ab", "0,9" },
	{ "CUB wraps back too", "\033[?45h0123456789ab\033[4DX", "01234567X9|ab", "0,9" },
	{ "reverse wrap stays on a line of its own", "ab\r\n\033[?45h\b\bX", "ab|X", "1,1" },
	{ "without reverse wrap nothing goes back up", "0123456789ab\b\b\bX", "0123456789|Xb", "1,1" },
	{ "all four sets can be line drawing", "\033*0\033na\033+0\033oq\033(A\017q", "▒─q", "0,3" },
	{ "DECRC brings the set back", "\033)0\016\0337\017q\0338q", "─", "0,1" },
	{ "UTF-8 cannot be switched off", "\033%@日\033%G", "日", "0,2" },
	{ "DECCOLM and double lines mean nothing", "ab\033[?40h\033[?3h\033[?3l\033#3\033#6X", "abX", "0,3" },
	{ "ED 3 leaves the screen alone", "ab\033[3JX", "abX", "0,3" },
	{ "strings that are questions draw nothing", "\033P+q544e\033\\\033P$qm\033\\X", "X", "0,1" },
	{ "DEL is ignored", "a\177b", "ab", "0,2" },
};

static const size_t pieces[] = { 100000, 1, 7 };

static struct terminal *terminal_fed(const char *bytes, size_t piece)
{
	struct terminal *t = terminal_new(CASE_ROWS, CASE_COLS, 1 << 20);

	feed_in(t, bytes, strlen(bytes), piece);
	return t;
}

/* The screen with '|' between rows; empty last rows are left out. */
static void screen_text(const struct terminal *t, struct text *out)
{
	terminal_print(t, out);
	for (size_t i = 0; i < out->len; i++)
		if (out->bytes[i] == '\n')
			out->bytes[i] = '|';
}

static void check_case(size_t i, const struct terminal *t)
{
	CLEARED(text) struct text screen = { 0 };
	char where[32];
	int row, col;
	bool visible;
	enum terminal_cursor_shape shape;

	screen_text(t, &screen);
	if (strcmp(text_c(&screen), cases[i].screen) != 0)
		fail_msg("%s: got \"%s\", wanted \"%s\"", cases[i].says, text_c(&screen), cases[i].screen);
	terminal_cursor(t, &row, &col, &visible, &shape);
	(void)snprintf(where, sizeof where, "%d,%d", row, col);
	if (strcmp(where, cases[i].cursor) != 0)
		fail_msg("%s: the cursor is at %s, wanted %s", cases[i].says, where, cases[i].cursor);
}

static void every_sequence_leaves_the_screen_it_should(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = terminal_fed(cases[i].bytes, pieces[0]);

		check_case(i, t);
	}
}

static void any_chunking_gives_the_same_result(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		for (size_t piece = 1; piece < COUNT_OF(pieces); piece++) {
			OWNED(terminal) struct terminal *whole = terminal_fed(cases[i].bytes, pieces[0]);
			OWNED(terminal) struct terminal *split = terminal_fed(cases[i].bytes, pieces[piece]);

			assert_terminals_equal(whole, split, cases[i].says);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_sequence_leaves_the_screen_it_should),
		cmocka_unit_test(any_chunking_gives_the_same_result),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
