/*
 * actions — the one list of what the operator can do: keys, foot, help, palette and docs/keys.md come from it.
 * id, name, help sentence, what must be there first (a word of NEEDS below).
 */
#ifndef UI_TUI_ACTIONS_H
#define UI_TUI_ACTIONS_H

/* id, words: "… needs <words>" */
#define NEEDS(X)                                                        \
	X(NOTHING, "nothing")                                           \
	X(ROW, "a selected row")                                        \
	X(RUN, "a selected run")                                        \
	X(LIVE, "a run that is still going")                            \
	X(PANE, "a pane; launch a run first")                           \
	X(ACCEPTED, "an accepted verdict; see what is refused and why") \
	X(REFUSED, "a refused verdict; nothing is refused here")        \
	X(WORKSPACE, "a workspace that was not released yet")          \
	X(ALERTS, "alerts that nobody has acknowledged")

#define X(id, words) NEED_BIT_##id,
enum need_bit { NEEDS(X) NEED_COUNT };
#undef X
#define X(id, words) NEEDS_##id = NEED_BIT_##id == 0 ? 0 : 1 << NEED_BIT_##id,
enum need { NEEDS(X) };
#undef X

#define ACTIONS(X)                                                                                             \
	/* everywhere */                                                                                       \
	X(GO_LAUNCH, "go-launch", "Go to Launch: choose what runs where, and start it", NOTHING)               \
	X(GO_PANES, "go-panes", "Go to Panes: the terminals of the children", NOTHING)                         \
	X(GO_RUNS, "go-runs", "Go to Runs: every run this console recorded", NOTHING)                          \
	X(GO_MATRIX, "go-matrix", "Go to Matrix: what each adapter can be told", NOTHING)                      \
	X(GO_ADAPTERS, "go-adapters", "Go to Adapters: which programs are here, what they declare", NOTHING)   \
	X(GO_ATTENTION, "go-attention", "Go to the child that has wanted you longest", NOTHING)                \
	X(NEXT_SCREEN, "next-screen", "Go to the next screen", NOTHING)                                        \
	X(PREVIOUS_SCREEN, "previous-screen", "Go to the previous screen", NOTHING)                            \
	X(HELP, "help", "Show the keys of this screen", NOTHING)                                               \
	X(PALETTE, "palette", "List everything that can be done here and do one of it", NOTHING)               \
	X(BACK, "back", "Leave this and go back to what lies beneath", NOTHING)                                \
	X(SUSPEND, "suspend", "Give the terminal back to the shell; fg returns here", NOTHING)                 \
	X(REPAINT, "repaint", "Paint the whole terminal again", NOTHING)                                       \
	X(QUIT, "quit", "Leave the console; runs go on without it", NOTHING)                                   \
	X(QUIT_STOP, "quit-stop", "Stop every live run, then leave the console; asks first", NOTHING)          \
	/* moving in a list or form */                                                                         \
	X(UP, "up", "Move up", NOTHING)                                                                        \
	X(DOWN, "down", "Move down", NOTHING)                                                                  \
	X(LEFT, "left", "Choose the value to the left, or move left", NOTHING)                                 \
	X(RIGHT, "right", "Choose the value to the right, or move right", NOTHING)                             \
	X(PAGE_UP, "page-up", "Move up by a screenful", NOTHING)                                               \
	X(PAGE_DOWN, "page-down", "Move down by a screenful", NOTHING)                                         \
	X(FIRST, "first", "Move to the first", NOTHING)                                                        \
	X(LAST, "last", "Move to the last", NOTHING)                                                           \
	X(FILTER, "filter", "Type what to look for", NOTHING)                                                  \
	X(COMPLETE, "complete", "Complete what is being typed", NOTHING)                              \
	X(REFRESH, "refresh", "Look again", NOTHING)                                                           \
	/* adapters */                                                                                         \
	X(ATTEST, "attest", "Try the chosen adapter's sandbox now; no tokens are spent", NOTHING)              \
	/* launch */                                                                                           \
	X(LAUNCH, "launch", "Judge once more with fresh facts and start the run", ACCEPTED)                    \
	X(EDIT, "edit", "Edit the field, or open its list", NOTHING)                                           \
	X(PICK, "pick", "Pick another repository", NOTHING)                                                    \
	X(GRANT, "grant", "Turn the Git grant on, after its cost was read, or off", NOTHING)                   \
	X(PROMPT, "prompt", "Edit the prompt", NOTHING)                                                        \
	X(DONE, "done", "Keep what was typed and leave the field", NOTHING)                                    \
	X(NEW_LINE, "new-line", "Begin a new line in the prompt", NOTHING)                                     \
	X(WHOLE, "verdict", "Show the whole verdict with the command line, or the form", NOTHING)              \
	X(APPLY_1, "apply-1", "Apply the first change that would be accepted", REFUSED)                        \
	X(APPLY_2, "apply-2", "Apply the second change that would be accepted", REFUSED)                       \
	X(APPLY_3, "apply-3", "Apply the third change that would be accepted", REFUSED)                        \
	/* matrix */                                                                                           \
	X(STYLE, "style", "Change between headless runs and the vendor's own screen", NOTHING)                 \
	X(TOPOLOGY, "topology", "Change between your own checkout and a linked worktree", NOTHING)             \
	X(TAKE, "take", "Take the cell under the cursor to the Launch screen", NOTHING)                        \
	/* panes */                                                                                            \
	X(PREFIX, "prefix", "The next key is for the console; twice gives it to the child", NOTHING)           \
	X(SLOT, "slot", "Give the keys to the pane with that number", PANE)                                    \
	X(OTHER, "other", "Give the keys to the next pane", PANE)                                              \
	X(OTHER_BACK, "other-back", "Give the keys to the previous pane", PANE)                                \
	X(LAST_PANE, "last-pane", "Give the keys to the pane that had them before", PANE)                      \
	X(PANE_LEFT, "pane-left", "Give the keys to the pane to the left", PANE)                               \
	X(PANE_RIGHT, "pane-right", "Give the keys to the pane to the right", PANE)                            \
	X(PANE_UP, "pane-up", "Give the keys to the pane above", PANE)                                         \
	X(PANE_DOWN, "pane-down", "Give the keys to the pane below", PANE)                                     \
	X(PANE_LIST, "pane-list", "List the panes and go to one", PANE)                                        \
	X(ZOOM, "zoom", "Show the focused pane alone, or all again", PANE)                                     \
	X(NEXT_LAYOUT, "next-layout", "Arrange the panes the next way: tile, columns, stack, full", PANE)      \
	X(LAYOUT_TILE, "layout-tile", "Panes in lines and columns", PANE)                                      \
	X(LAYOUT_COLUMNS, "layout-columns", "Panes side by side", PANE)                                        \
	X(LAYOUT_STACK, "layout-stack", "Panes one below the other", PANE)                                     \
	X(LAYOUT_FULL, "layout-full", "One pane at a time; going to another shows that one", PANE)             \
	X(EVEN, "even", "Give the panes of this layout the same size again", PANE)                             \
	X(SWAP_NEXT, "swap-next", "Let the pane and the next one change places", PANE)                         \
	X(SWAP_PREVIOUS, "swap-previous", "Let the pane and the one before it change places", PANE)            \
	X(RESIZE_LEFT, "resize-left", "Move the line beside the pane to the left", PANE)                       \
	X(RESIZE_RIGHT, "resize-right", "Move the line beside the pane to the right", PANE)                    \
	X(RESIZE_UP, "resize-up", "Move the line below the pane up", PANE)                                     \
	X(RESIZE_DOWN, "resize-down", "Move the line below the pane down", PANE)                               \
	X(SCROLL, "scroll", "Look back through what the pane printed", PANE)                                   \
	X(HALF_UP, "half-up", "Move up by half a screenful", PANE)                                             \
	X(HALF_DOWN, "half-down", "Move down by half a screenful", PANE)                                       \
	X(LINE_BEGIN, "line-begin", "Move to the beginning of the line", PANE)                                 \
	X(LINE_END, "line-end", "Move to the end of the line", PANE)                                           \
	X(WORD, "word", "Move to the next word", PANE)                                                         \
	X(WORD_BACK, "word-back", "Move to the word before", PANE)                                             \
	X(SEARCH, "search", "Look for words in what the pane printed, towards the newest", PANE)               \
	X(SEARCH_BACK, "search-back", "Look for words in what the pane printed, towards the oldest", PANE)     \
	X(NEXT_MATCH, "next-match", "Go to the next place where the words stand", PANE)                        \
	X(PREVIOUS_MATCH, "previous-match", "Go back to the place before", PANE)                               \
	X(SELECT, "select", "Begin to choose text at the cursor, or let it go", PANE)                          \
	X(SELECT_LINES, "select-lines", "Choose whole lines", PANE)                                            \
	X(SELECT_BLOCK, "select-block", "Choose a rectangle", PANE)                                            \
	X(COPY, "copy", "Copy what is chosen to the clipboard of your terminal", PANE)                         \
	X(SAVE, "save", "Save what is chosen, or everything, to a file", PANE)                                 \
	X(PAGER, "pager", "Open what is chosen, or everything, in $PAGER", PANE)                               \
	X(EDITOR, "editor", "Open what is chosen, or everything, in $EDITOR", PANE)                            \
	X(FOLLOW, "follow", "Open the address at the cursor; asks first", PANE)                                \
	X(STOP, "stop", "Ask the child to stop, then insist", PANE)                                            \
	X(STOP_ALL, "stop-all", "Ask every child of the run to stop, then insist", PANE)                       \
	X(PASTE, "paste", "Paste into the child what was last copied here", PANE)                              \
	X(TAKE_KEYBOARD, "take-keyboard", "Type into the run in place of another viewer", PANE)                \
	X(CLOSE, "close", "Close the pane; the run goes on", PANE)                                             \
	X(CLOSE_ENDED, "close-ended", "Close every pane whose child is over", PANE)                                \
	/* runs and run */                                                                                     \
	X(SORT, "sort", "Sort by the next column; after the last, newest first again", NOTHING)                \
	X(GROUP, "group", "Group by repository, by day, by label, or not at all", NOTHING)                     \
	X(MARK, "mark", "Mark the run to be compared with another, or take the mark off", ROW)                 \
	X(COMPARE, "compare", "Compare two runs: those marked, or one marked and the selected", NOTHING)    \
	X(DIFFERENT, "different", "Show everything of both runs, or only what differs", NOTHING)               \
	X(AGAIN, "again", "Take the run's request to Launch, where it is judged anew", RUN)                    \
	X(STATISTICS, "statistics", "Count and chart the runs that the filter lets through", NOTHING)          \
	X(EARLIER, "earlier", "Take the filter that was used before this one", NOTHING)                        \
	X(LATER, "later", "Take the filter that was used after this one", NOTHING)                             \
	X(OPEN, "open", "Open what is selected", ROW)                                                          \
	X(ATTACH, "attach", "Show the run's terminals: live, or as they stood at the end", RUN)     \
	X(REPLAY, "replay", "Play the recorded terminal of a child", RUN)                                      \
	X(STOP_RUN, "stop-run", "Ask the run to stop, then insist", LIVE)                                      \
	X(ACKNOWLEDGE, "acknowledge", "Say that you looked at what the audit found", ALERTS)                       \
	X(RELEASE, "release", "Remove the run's workspace if nothing would be lost", WORKSPACE)                \
	X(VERIFY, "verify", "Check the record against its proof and the ledger", RUN)                          \
	X(RAW, "raw", "Show the record as JSON, or as words again", RUN)                                       \
	X(TRANSCRIPT, "transcript", "Show what happened, event by event", RUN)                                  \
	/* replay */                                                                                                \
	X(PLAY, "play", "Play, or pause", NOTHING)                                                             \
	X(BACK_5, "back-5", "Go back by 5 seconds", NOTHING)                                                   \
	X(ON_5, "on-5", "Go on by 5 seconds", NOTHING)                                                         \
	X(BACK_60, "back-60", "Go back by 60 seconds", NOTHING)                                                \
	X(ON_60, "on-60", "Go on by 60 seconds", NOTHING)                                                      \
	X(TO_START, "to-start", "Go to the beginning", NOTHING)                                                \
	X(TO_END, "to-end", "Go to the end; while more may come, stay there", NOTHING)                         \
	X(TO_TENTH, "to-tenth", "Go to so many tenths: 5 is the middle", NOTHING)                              \
	X(EVENT_BACK, "event-back", "Pause, and go back to what was printed before", NOTHING)                  \
	X(EVENT_ON, "event-on", "Pause, and go on to what was printed next", NOTHING)                          \
	X(SLOWER, "slower", "Play half as fast", NOTHING)                                                      \
	X(FASTER, "faster", "Play twice as fast", NOTHING)                                                     \
	X(VIEW_UP, "view-up", "Move the view up, in a terminal that is larger", NOTHING)               \
	X(VIEW_DOWN, "view-down", "Move the view down, in a terminal that is larger", NOTHING)         \
	X(VIEW_LEFT, "view-left", "Move the view left, in a terminal that is larger", NOTHING)         \
	X(VIEW_RIGHT, "view-right", "Move the view right, in a terminal that is larger", NOTHING)      \
	X(COMPARE_SEAL, "compare-seal", "Compare what the child printed with what its proof sealed", RUN)      \
	X(IDLE, "idle", "Cut the time in which nothing was printed, or not", NOTHING)                          \
	X(NEXT_CHILD, "next-child", "Replay the next child of the run", NOTHING)

#define X(id, name, help, need) ACTION_##id,
enum action { ACTION_NONE, ACTIONS(X) ACTION_COUNT };
#undef X

struct action_info {
	const char *name, *help;
	unsigned need;       /* bits of enum need; 0: nothing */
};
extern const struct action_info action_info[ACTION_COUNT]; /* [ACTION_NONE] has NULL names */
/* "a selected run": the words of the first missing need. */
const char *need_words(unsigned missing);
#endif
