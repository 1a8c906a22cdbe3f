import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { createProgram } from "../src/program.js";
import { repute, reputeJson } from "./support/command-line.js";

const commands = [
  ["serve"],
  ["demo"],
  ["migrate"],
  ["config", "check"],
  ["doctor"],
  ["completion"],
  ["campaigns", "list"],
  ["link"],
  ["copy"],
  ["erase"],
  ["backup"],
  ["restore"],
  ["verify"],
  ["move"],
  ["seal"],
  ["expire-cursors"],
  ["import-calls"],
  ["import-reviews"],
  ["import-appointments"],
  ["parse-patient-survey"],
  ["patient-surveys", "list"],
  ["patient-surveys", "show"],
  ["imports", "list"],
  ["imports", "show"],
  ["widget", "set"],
  ["widget", "show"],
  ["account", "create"],
  ["account", "list"],
  ["account", "disable"],
  ["account", "enable"],
  ["token", "create"],
  ["token", "list"],
  ["token", "disable"],
  ["token", "enable"],
  ["token", "revoke"],
  ["client", "register"],
  ["client", "list"],
  ["client", "disable"],
  ["client", "enable"],
  ["client", "revoke"],
  ["user", "list"],
  ["user", "invite-again"],
  ["audit"],
  ["load"],
  ["watch"],
  ["rebuild"],
];

describe("the command line", () => {
  it.each(commands.map((command) => [command]))(
    "prints the options and an example of %j with --help",
    async (command) => {
      const { code, stdout, stderr } = await repute([...command, "--help"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(new RegExp(`Examples?:\n  \\$ .*repute ${command.join(" ")}`));
      expect(stdout).toContain("--json");
    },
  );

  it("wraps help at word boundaries to 80 columns, except examples", async () => {
    for (const command of [[], ...commands]) {
      const { stdout } = await repute([...command, "--help"]);
      const long = stdout.split("\n").filter((line) => line.length > 80 && !line.startsWith("  $ "));
      expect([command, long]).toEqual([command, []]);
    }
  });

  it("loads only the command that the first argument names", async () => {
    const { stdout, stderr } = process;
    const terminal = {
      env: {},
      stdin: Readable.from([]),
      stdout,
      stderr,
      signals: process,
      runInBackground: () => {},
      command: [],
    };
    const loaded = async (word?: string) => (await createProgram(terminal, word)).commands.map((one) => one.name());
    const all = await loaded();
    for (const name of all) expect(await loaded(name)).toEqual(name === "completion" ? all : [name]);
    expect(await loaded("unknown")).toEqual(all);
    expect(await loaded("--version")).toEqual([]);
  });

  it("prints its version", async () => {
    const { version } = JSON.parse(await readFile(join(__dirname, "../package.json"), "utf8")) as { version: string };
    expect(await repute(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("lists every command on --help", async () => {
    const { code, stdout } = await repute(["--help"]);
    expect(code).toBe(0);
    for (const [name] of commands) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  });

  it("prints its help and exits with 2 without arguments", async () => {
    const { code, stdout, stderr } = await repute([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: repute");
  });

  it.each([
    [["frobnicate"], "unknown command 'frobnicate'"],
    [["account"], "Usage: repute account"],
    [["account", "list", "--colour"], "unknown option '--colour'"],
    [["account", "list", "everything"], "too many arguments"],
    [["account", "create", "--key", "acme"], "required option '--name <name>' not specified"],
    [["user", "invite-again", "--account", "acme"], "Specify the user by --email or --id."],
    [["user", "invite-again", "--account", "acme", "--id", "0"], "Expected a positive integer."],
    [["user", "invite-again", "--account", "acme", "--id", "1", "--email", "a@b.c"], "cannot be used with option"],
    [["token", "create", "--account", "acme"], "required option '--kind <kind>' not specified"],
    [
      ["token", "create", "--account", "acme", "--kind", "password"],
      "Allowed choices are account-key, api-token, web-forms",
    ],
    [
      ["token", "create", "--account", "a", "--kind", "api-token", "--expires", "soon"],
      "Expected a timestamp (YYYY-MM-DD",
    ],
    [["token", "revoke", "--id", "first"], "Expected a positive integer"],
    [["client", "register", "--account", "a", "--name", "x"], "required option '--jwk-url <url>' not specified"],
    [["audit", "--account", "a", "--since", "yesterday"], "Expected a date (YYYY-MM-DD) or a timestamp"],
    [["load", "--account", "acme"], "use either a bundle file or --discard"],
    [["demo", "--port", "high"], "Expected a port number from 0 to 65535"],
  ])("rejects %j as wrong usage", async (args, expected) => {
    const { code, stdout, stderr } = await repute(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(expected);
    expect(stderr).not.toMatch(/^[ \t]+at /m);
  });

  it("also prints a usage error to standard output with --json", async () => {
    const { code, stdout } = await repute(["token", "revoke", "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: "wrong_usage", message: "required option '--id <id>' not specified", errors: [] },
    });
  });
});

const script = async (shell: string) => (await repute(["completion", shell])).stdout;

/** Returns the completions that bash offers for a command line. */
async function completed(...words: readonly string[]): Promise<readonly string[]> {
  const line = words.map((word) => `'${word}'`).join(" ");
  const lines = [
    await script("bash"),
    `COMP_WORDS=(repute ${line}); COMP_CWORD=${words.length}; _repute; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ];
  return execFileSync("bash", ["-c", lines.join("\n")], { encoding: "utf8" })
    .trim()
    .split("\n");
}

describe("repute completion", () => {
  it("completes commands, subcommands and options in bash", async () => {
    expect(await completed("import-")).toEqual(["import-calls", "import-reviews", "import-appointments"]);
    expect(await completed("account", "cr")).toEqual(["create"]);
    expect(await completed("account", "create", "--key", "acme", "--n")).toEqual(["--name"]);
    expect(await completed("--ver")).toEqual(["--version"]);
    expect(await completed("nothing")).toEqual([""]);
  });

  it("completes the values of options and arguments in bash", async () => {
    expect(await completed("token", "create", "--kind", "")).toEqual([
      "account-key",
      "api-token",
      "web-forms",
      "loader",
      "office",
    ]);
    expect(await completed("parse-patient-survey", "--account", "acme", "--type", "H")).toEqual(["HCAHPS"]);
    expect(await completed("completion", "z")).toEqual(["zsh"]);
    expect(await completed("import-calls", "--account", "--f")).toEqual(["--format"]);
  });

  it("offers file names to the shell where no command fits", async () => {
    expect(await script("bash")).toContain("complete -o default -F _repute repute");
  });

  it("runs the script for bash in zsh", async () => {
    expect(await script("zsh")).toMatch(/^#compdef repute\nautoload -U \+X bashcompinit && bashcompinit\n_repute\(\)/);
  });

  it("describes commands and options in fish", async () => {
    const lines = (await script("fish")).split("\n");
    expect(lines).toContainEqual(expect.stringMatching(/ -f -a demo -d 'Serve a fictional practice/));
    expect(lines).toContain(
      "complete -c repute -n '__fish_seen_subcommand_from account; and __fish_seen_subcommand_from create' -l key -d 'Key that identifies the account in commands: lowercase letters, digits and hyphens'",
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/ create' -l kind -x -a 'account-key api-token web-forms loader office' -d '/),
    );
    expect(lines).toContain("complete -c repute -n '__fish_seen_subcommand_from completion' -f -a zsh -d ''");
    const form = /^complete -c repute -n '[\w; -]+' (-f -a [\w-]+|-l [\w-]+( -x -a '[\w. -]+')?) -d '.*'$/;
    expect(lines.filter((line) => !form.test(line))).toEqual([""]);
  });

  it("refuses other shells", async () => {
    expect(await repute(["completion", "tcsh"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("bash, zsh, fish"),
    });
    expect(await reputeJson(["completion", "bash"], {})).toEqual({ shell: "bash", script: await script("bash") });
  });
});
