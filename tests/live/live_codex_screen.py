"""The real codex with its own screen, in a pane of the console: drawn as in tmux, under the same projection as exec."""
import panes
import vendor


class CodexScreen(panes.CodexScreen):
    pass


if __name__ == "__main__":
    vendor.main()
