import { Argument, type Command } from "commander";
import { bashScript, fishScript, zshScript } from "../completion-scripts.js";
import type { Terminal } from "../terminal.js";
import { addCommand } from "./command.js";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

type Shell = keyof typeof scripts;

export function addCompletionCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "completion", "Print a script that completes commands and options in a shell", [
    "repute completion bash > /etc/bash_completion.d/repute",
    'repute completion zsh > "${fpath[1]}/_repute"',
    "repute completion fish > ~/.config/fish/completions/repute.fish",
  ])
    .addArgument(new Argument("<shell>", "Shell").choices(Object.keys(scripts)))
    .action((shell: Shell, { json }: { readonly json?: true }) => {
      const script = scripts[shell](program);
      terminal.stdout.write(json ? `${JSON.stringify({ shell, script })}\n` : script);
    });
}
