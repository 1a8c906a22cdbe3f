import type { CredentialId, Instant, TokenKind } from "@repute/domain";
import { tokenKinds } from "@repute/domain";
import type { Command } from "commander";
import { Option } from "commander";
import { print } from "../output.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";
import { credentialIdOption, expiryOption } from "./option-values.js";
import { newTokenItem, tokenItem, tokenTable } from "./token-items.js";

type CreateOptions = JsonOption & {
  readonly account: string;
  readonly kind: TokenKind;
  readonly name?: string;
  readonly expires?: Instant;
};
type AccountOptions = JsonOption & { readonly account: string };
type IdOptions = JsonOption & { readonly id: CredentialId };

export function addTokenCommands(program: Command, terminal: Terminal): void {
  const token = program.command("token").description("create, list, disable, enable and revoke tokens");
  addCreate(token, terminal);
  addList(token, terminal);
  addChange(token, terminal, "disable", "disabled", "refuse a token from its next request on; enable undoes it");
  addChange(token, terminal, "enable", "enabled", "accept a disabled token again");
  addChange(token, terminal, "revoke", "revoked", "refuse a token from its next request on, for good");
}

function addCreate(token: Command, terminal: Terminal): void {
  addCommand(token, "create", "create a token and print it, this once", [
    "repute token create --account acme --kind api-token",
    'repute token create --account acme --kind account-key --name "warehouse" --expires 2027-12-31',
  ])
    .requiredOption("--account <key>", "whose data it opens")
    .addOption(new Option("--kind <kind>", "what it opens").choices(tokenKinds).makeOptionMandatory())
    .option("--name <name>", "what to call it (default: its kind)")
    .option("--expires <when>", "a timestamp, or a date for the end of that day in UTC (default: never)", expiryOption)
    .action(async ({ account: key, kind, name, expires, json }: CreateOptions) => {
      const wanted = {
        kind,
        ...(name !== undefined && { name }),
        ...(expires !== undefined && { expiresAt: expires }),
      };
      const { credential, token: text } = await withExistingDomain(terminal, async ({ accounts, access }) =>
        access.createToken((await accounts.byKey(key)).id, wanted),
      );
      print(terminal, { json: newTokenItem(credential, text), text }, json);
      if (!json) terminal.stderr.write(`created token ${credential.id}; it is shown this once: keep it now\n`);
    });
}

function addList(token: Command, terminal: Terminal): void {
  addCommand(token, "list", "list the tokens of an account", ["repute token list --account acme"])
    .requiredOption("--account <key>", "whose tokens")
    .action(async ({ account, json }: AccountOptions) => {
      const tokens = await withExistingDomain(terminal, (domain) => domain.access.listTokens(account));
      print(
        terminal,
        { json: { items: tokens.map(tokenItem) }, text: tokenTable(tokens, Date.now() as Instant) },
        json,
      );
    });
}

function addChange(
  token: Command,
  terminal: Terminal,
  change: "disable" | "enable" | "revoke",
  done: string,
  description: string,
): void {
  addCommand(token, change, description, [`repute token ${change} --id 3`])
    .requiredOption("--id <id>", "which token, as listed", credentialIdOption)
    .action(async ({ id, json }: IdOptions) => {
      const changed = await withExistingDomain(terminal, (domain) => domain.access.changeToken(id, change));
      print(terminal, { json: tokenItem(changed), text: `${done} token ${id}` }, json);
    });
}
