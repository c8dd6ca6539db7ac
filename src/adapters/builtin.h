/* builtin — the adapters that come with the program, in display order. */
#ifndef ADAPTERS_BUILTIN_H
#define ADAPTERS_BUILTIN_H
#include "core/adapter/adapter.h"

const struct adapter_set *builtin_adapters(void);
#endif
