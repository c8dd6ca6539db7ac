/*
 * pane_cat — run in a tmux pane: the first argv[2] bytes of the file argv[1] to the terminal, byte for byte; once the
 * terminal has read them all, `tmux wait-for -S argv[3]`; then wait until the pane is closed, two minutes
 * at most.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

static bool terminal_raw(void)
{
	struct termios raw;

	if (tcgetattr(STDIN_FILENO, &raw) != 0)
		return false;
	cfmakeraw(&raw);
	return tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
}

static bool write_all(const char *bytes, size_t len)
{
	while (len > 0) {
		ssize_t written = write(STDOUT_FILENO, bytes, len);

		if (written <= 0)
			return false;
		bytes += written;
		len -= (size_t)written;
	}
	return true;
}

static bool copy(int from, size_t left)
{
	char bytes[4096];

	while (left > 0) {
		ssize_t len = read(from, bytes, left < sizeof bytes ? left : sizeof bytes);

		if (len <= 0 || !write_all(bytes, (size_t)len))
			return false;
		left -= (size_t)len;
	}
	return true;
}

/* The position of the last corner is asked for: no stream asks there, so its answer comes after everything else. */
static bool read_by_the_terminal(void)
{
	static const char question[] = "\0337\033[24;80H\033[6n\0338", answer[] = "\033[24;80R";
	size_t matched = 0;

	if (!write_all(question, sizeof question - 1))
		return false;
	while (matched < sizeof answer - 1) {
		char byte;

		if (read(STDIN_FILENO, &byte, 1) != 1)
			return false;
		if (byte == answer[matched])
			matched++;
		else
			matched = byte == answer[0];
	}
	return true;
}

int main(int argc, char **argv)
{
	int from = argc == 4 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	char byte;
	char *tell[] = { (char[]){ "tmux" }, (char[]){ "wait-for" }, (char[]){ "-S" }, argc == 4 ? argv[3] : NULL, NULL };
	pid_t pid;
	int status = 0;

	(void)alarm(120);
	if (from < 0 || !terminal_raw() || !copy(from, strtoul(argv[2], NULL, 10)) || !read_by_the_terminal())
		return 1;
	if (posix_spawnp(&pid, "tmux", NULL, NULL, tell, environ) != 0)
		return 1;
	(void)waitpid(pid, &status, 0);
	while (read(STDIN_FILENO, &byte, 1) == 1)
		continue;
	return status;
}
