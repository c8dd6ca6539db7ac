"""The same as live_codex_exec.py, as a user without privileges, when the tests run as root."""
import cases
import vendor


class CodexExecAsAnOrdinaryUser(cases.ExecCases, vendor.OrdinaryUser, vendor.Live):
    pass


if __name__ == "__main__":
    vendor.main()
