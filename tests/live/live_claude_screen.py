"""The real claude with its own screen, in a pane of the console: drawn as in tmux."""
import panes
import vendor


class ClaudeScreen(panes.ClaudeScreen):
    pass


if __name__ == "__main__":
    vendor.main()
