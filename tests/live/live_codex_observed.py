"""The policy in force, read back from the real codex's own record and compared with what was rendered."""
import cases_observed
import vendor


class CodexObserved(cases_observed.ObservedCases, vendor.Live):
    pass


if __name__ == "__main__":
    vendor.main()
