import { type CredentialId, type Instant, type TokenKind, tokenKinds } from "@repute/domain";
import { type Command, Option } from "commander";
import { print } from "../output.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
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
  const token = program.command("token").description("Create, list, disable, enable and revoke tokens");
  addCreate(token, terminal);
  addList(token, terminal);
  addChange(
    token,
    terminal,
    "disable",
    "Disabled",
    "Reject a token, starting with the next request, until the token is enabled again",
  );
  addChange(token, terminal, "enable", "Enabled", "Accept a disabled token again");
  addChange(token, terminal, "revoke", "Revoked", "Reject a token permanently, starting with the next request");
}

function addCreate(token: Command, terminal: Terminal): void {
  addCommand(token, "create", "Create a token and print it (a token is shown only once)", [
    "repute token create --account acme --kind api-token",
    'repute token create --account acme --kind account-key --name "warehouse" --expires 2027-12-31',
  ])
    .requiredOption("--account <key>", "Key of the account whose data the token can access")
    .addOption(new Option("--kind <kind>", "Kind of token").choices(tokenKinds).makeOptionMandatory())
    .option("--name <name>", "Name of the token (default: the kind of the token)")
    .option(
      "--expires <when>",
      "Time of expiry. A date means the end of that day in UTC (default: never)",
      expiryOption,
    )
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
      if (!json)
        terminal.stderr.write(`Created token ${credential.id}. Save the token now, because it is not shown again.\n`);
    });
}

function addList(token: Command, terminal: Terminal): void {
  addCommand(token, "list", "List the tokens of an account", ["repute token list --account acme"])
    .requiredOption("--account <key>", "Key of the account")
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
    .requiredOption("--id <id>", "ID of the token (see repute token list)", credentialIdOption)
    .action(async ({ id, json }: IdOptions) => {
      const changed = await withExistingDomain(terminal, (domain) => domain.access.changeToken(id, change));
      print(terminal, { json: tokenItem(changed), text: `${done} token ${id}` }, json);
    });
}
