import { execFileSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";

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
    expect(await completed("import-")).toEqual(["import-calls", "import-appointments"]);
    expect(await completed("account", "cr")).toEqual(["create"]);
    expect(await completed("account", "create", "--key", "acme", "--n")).toEqual(["--name"]);
    expect(await completed("--ver")).toEqual(["--version"]);
    expect(await completed("nothing")).toEqual([""]);
  });

  it("completes the values of options and arguments in bash", async () => {
    expect(await completed("token", "create", "--kind", "")).toEqual(["account-key", "api-token", "web-forms"]);
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
      expect.stringMatching(/ create' -l kind -x -a 'account-key api-token web-forms' -d '/),
    );
    expect(lines).toContain("complete -c repute -n '__fish_seen_subcommand_from completion' -f -a zsh -d ''");
    const form = /^complete -c repute -n '[\w; -]+' (-f -a [\w-]+|-l [\w-]+( -x -a '[\w -]+')?) -d '.*'$/;
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
