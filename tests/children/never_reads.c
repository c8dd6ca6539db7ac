/* A program in raw mode that says "ready" and never reads what is typed. */
#include <termios.h>
#include <unistd.h>

int main(void)
{
	struct termios modes;

	if (tcgetattr(0, &modes) != 0)
		return 1;
	cfmakeraw(&modes);
	(void)tcsetattr(0, TCSANOW, &modes);
	(void)!write(1, "ready\n", 6);
	for (;;)
		pause();
}
