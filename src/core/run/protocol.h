/*
 * protocol — the frames on a supervisor's socket, both directions. Pure.
 *
 * A frame is a head of 8 bytes (payload length as 32 bits little-endian, kind, child, two zero bytes) and the payload,
 * at most FRAME_PAYLOAD_MAX. Numbers in payloads are 64 bits little-endian. ALL_CHILDREN addresses every child.
 */
#ifndef CORE_RUN_PROTOCOL_H
#define CORE_RUN_PROTOCOL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

#define FRAME_HEAD_BYTES 8
#define FRAME_NUMBER_BYTES 8
#define FRAME_PAYLOAD_MAX (1024u * 1024 + 65536)
#define ALL_CHILDREN 255

enum message {
	/* supervisor to viewer */
	MESSAGE_HELLO = 1, /* JSON: run_id, request, adapter_title, children[{id,label}] */
	MESSAGE_OUTPUT,    /* bytes of the child's terminal */
	MESSAGE_SKIPPED,   /* number: bytes that were not kept */
	MESSAGE_RESIZED,   /* numbers: rows, cols */
	MESSAGE_CHILD,     /* numbers: state, exit status, signal, started_ms, ended_ms, 1 when it timed out, when it was stopped,
	                      when a signal of ours was sent, and how many processes that it left behind were ended */
	MESSAGE_SEALED,    /* nothing follows */
	MESSAGE_ATTENTION, /* numbers: attention, evidence, since_ms; then words */
	MESSAGE_FULL,      /* in place of HELLO: as many viewers as there may be are here */
	MESSAGE_TYPIST,    /* numbers: enum typist, 1 when keys were refused just now */
	MESSAGE_LOST,      /* keys of this viewer for the child had no room: it does not read */
	MESSAGE_SNAPSHOT,  /* numbers: offset, rows, cols; then bytes: the screen as it is behind so much output, see VIEWER_SNAPSHOT */
	/* viewer to supervisor */
	MESSAGE_WATCH = 32, /* send output from now on, beginning with the oldest byte kept */
	MESSAGE_KEYS,       /* bytes for the child's terminal */
	MESSAGE_RESIZE,     /* numbers: rows, cols */
	MESSAGE_STOP,
	MESSAGE_TAKE,       /* whoever sends this types from now on */
	MESSAGE_SEEN        /* the operator has seen what the child wants */
};

struct frame { enum message kind; uint8_t child; const char *payload; size_t len; };

void frame_add(struct text *out, enum message kind, unsigned child, const void *payload, size_t len);
void frame_add_numbers(struct text *out, enum message kind, unsigned child, const uint64_t *numbers, size_t count);
/* The same with words behind the numbers. */
void frame_add_said(struct text *out, enum message kind, unsigned child, const uint64_t *numbers, size_t count, const char *words);
/* 1: *ret is the frame at *at, which moves behind it (payload borrowed from in); 0: more bytes are needed; -1: not our
   protocol. */
int frame_take(const struct text *in, size_t *at, struct frame *ret);
uint64_t frame_number(const struct frame *f, size_t at); /* 0 when the payload is too short */
#endif
