"""The real codex under a hostile configuration of its user, a project and the system, one route at a time."""
import cases
import cases_hostile
import vendor


class CodexHostile(cases_hostile.HostileCases, vendor.Live):
    canary = cases.ExecCases.canary
    mark = cases.ExecCases.mark


if __name__ == "__main__":
    vendor.main()
