/*
 * banned — forced into every file with -include; using one of these names is a compile error.
 * The bounded or reentrant twin of each is what the rest of the program calls.
 */
#ifndef CORE_BASE_BANNED_H
#define CORE_BASE_BANNED_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#pragma GCC poison strcpy strcat strncpy strncat strtok sprintf vsprintf gets atoi atol
#pragma GCC poison gmtime localtime asctime mktemp tmpnam system popen
#endif
