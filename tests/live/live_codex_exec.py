"""The real `codex exec` through the production adapter, as the user who runs the tests: ADR 0039's end-to-end
verification, and the live commit through the grant that ADR 0040 leaves uncovered."""
import cases
import vendor


class CodexExec(cases.ExecCases, vendor.Live):
    pass


if __name__ == "__main__":
    vendor.main()
