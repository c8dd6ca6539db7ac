/*
 * ownership — may this user read that repository? The rule of git: what it consists of belongs to the user (under sudo
 * also to the one who called it), or the operator's own configuration lists it under safe.directory.
 */
#ifndef CORE_WORKSPACE_OWNERSHIP_H
#define CORE_WORKSPACE_OWNERSHIP_H
#include "core/workspace/resolve.h"

char *ownership_refusal(const struct resolved *r); /* owned sentence; NULL: it may be read */
#endif
