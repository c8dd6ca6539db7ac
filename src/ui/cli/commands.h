/*
 * commands — the functions behind the rows of command.c, one file each.
 */
#ifndef UI_CLI_COMMANDS_H
#define UI_CLI_COMMANDS_H

struct cli;

int check_command(struct cli *cli);
int launch_command(struct cli *cli);
int runs_command(struct cli *cli);
int show_command(struct cli *cli);
int compare_command(struct cli *cli);
int statistics_command(struct cli *cli);
int stop_command(struct cli *cli);
int attach_command(struct cli *cli);
int replay_command(struct cli *cli);
int adapters_command(struct cli *cli);
int attest_command(struct cli *cli);
int workspaces_command(struct cli *cli);
int release_command(struct cli *cli);
int acknowledge_command(struct cli *cli);
int prune_command(struct cli *cli);
int verify_command(struct cli *cli);
int demo_command(struct cli *cli);
int docs_command(struct cli *cli);
#endif
