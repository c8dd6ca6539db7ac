"""The real `codex sandbox` through the codex-sandbox adapter: no model, no server."""
import cases
import vendor


class CodexSandbox(cases.SandboxCases, vendor.Live):
    pass


class CodexSandboxAsAnOrdinaryUser(cases.SandboxCases, vendor.OrdinaryUser, vendor.Live):
    pass


if __name__ == "__main__":
    vendor.main()
