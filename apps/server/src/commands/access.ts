import {
  type Account,
  type Client,
  type Credential,
  type CredentialId,
  type Instant,
  isoInstant,
  type Scope,
  scopes,
  type Span,
  type TokenKind,
  tokenKinds,
  type UploadKind,
  uploadKinds,
} from "@repute/domain";
import { type Command, Option } from "commander";
import { minuteText, print, table, paragraphs, showProgress } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addExportAccount } from "./account-export.js";
import { addCommand, type JsonOption, withExistingDomain, withNewDomain } from "./command.js";
import { credentialIdOption, expiryOption, spanOption, uploadKindsOption } from "./option-values.js";

type CreateAccountOptions = JsonOption & { readonly key: string; readonly name: string; readonly timeZone?: string };
type KeyOptions = JsonOption & { readonly key: string };

export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program.command("account").description("Create, list, disable, enable, export and delete accounts");
  addCreateAccount(account, terminal);
  addListAccounts(account, terminal);
  addChangeAccount(
    account,
    terminal,
    "disable",
    "Reject all credentials of an account, starting with the next request",
  );
  addChangeAccount(account, terminal, "enable", "Accept the credentials of a disabled account again");
  addExportAccount(account, terminal);
  addDeleteAccount(account, terminal);
}

function addDeleteAccount(account: Command, terminal: Terminal): void {
  addCommand(account, "delete", "Delete an account with all of its data, and keep its audit trail", [
    "repute account delete --key acme --confirm acme",
  ])
    .requiredOption("--key <key>", "Key of the account")
    .requiredOption("--confirm <key>", "Key of the account again")
    .action(async ({ key, confirm, json }: KeyOptions & { readonly confirm: string }) => {
      const progress = showProgress(terminal.stderr, "rows");
      const onProgress = (done: number) => progress.show({ phase: "deleting", done });
      const deleted = await withExistingDomain(terminal, (domain) =>
        domain.accounts.remove(key, { confirm, onProgress }),
      ).finally(() => progress.end());
      const { key: closed, deletedAt, rows, scrubbed } = deleted;
      const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
      const text = paragraphs(
        table(["table", "deleted rows"], [...Object.entries(rows), ["total", all]]),
        `Deleted account ${key}. To read its audit trail: repute audit --account ${closed}`,
        ...(scrubbed === false ? [deletedLogText] : []),
      );
      const certificate = { key: closed, deleted_at: deletedAt, rows, ...(scrubbed !== undefined && { scrubbed }) };
      print(terminal, { json: certificate, text }, json);
    });
}

const deletedLogText =
  "The write-ahead log of the database still contains the deleted data. The data is removed when the write-ahead log restarts or the service stops.";

function addCreateAccount(account: Command, terminal: Terminal): void {
  addCommand(account, "create", "Create an account", [
    'repute account create --key acme --name "Acme Dental" --time-zone America/Denver',
  ])
    .requiredOption("--key <key>", "Key that identifies the account in commands: lowercase letters, digits and hyphens")
    .requiredOption("--name <name>", "Name of the practice")
    .option("--time-zone <zone>", "IANA time zone of the practice (default: UTC)")
    .action(async ({ json, ...wanted }: CreateAccountOptions) => {
      const created = await withNewDomain(terminal, (domain) => domain.accounts.create(wanted));
      print(terminal, { json: accountItem(created), text: `Created account ${created.key}` }, json);
    });
}

function addListAccounts(account: Command, terminal: Terminal): void {
  addCommand(account, "list", "List all accounts", ["repute account list --json"]).action(
    async ({ json }: JsonOption) => {
      const accounts = await withExistingDomain(terminal, (domain) => domain.accounts.list());
      print(terminal, { json: { items: accounts.map(accountItem) }, text: accountTable(accounts) }, json);
    },
  );
}

function addChangeAccount(
  account: Command,
  terminal: Terminal,
  change: "disable" | "enable",
  description: string,
): void {
  addCommand(account, change, description, [`repute account ${change} --key acme`])
    .requiredOption("--key <key>", "Key of the account")
    .action(async ({ key, json }: KeyOptions) => {
      const changed = await withExistingDomain(terminal, (domain) =>
        domain.accounts.setDisabled(key, change === "disable"),
      );
      print(
        terminal,
        { json: accountItem(changed), text: `${change === "disable" ? "Disabled" : "Enabled"} account ${key}` },
        json,
      );
    });
}

const accountItem = ({ id, key, name, createdAt, disabled }: Account) => ({
  id,
  key,
  name,
  created_at: isoInstant(createdAt),
  disabled,
});

const accountTable = (accounts: readonly Account[]) =>
  table(
    ["key", "name", "created", "state"],
    accounts.map(({ key, name, createdAt, disabled }) => [
      key,
      name,
      isoInstant(createdAt),
      disabled ? "disabled" : "enabled",
    ]),
  );

type CreateTokenOptions = JsonOption & {
  readonly account: string;
  readonly kind: TokenKind;
  readonly name?: string;
  readonly expires?: Instant;
  readonly only?: readonly UploadKind[];
};
type AccountOptions = JsonOption & { readonly account: string };
type TokenIdOptions = JsonOption & { readonly id: CredentialId };

export function addTokenCommands(program: Command, terminal: Terminal): void {
  const token = program.command("token").description("Create, list, rotate, disable, enable and revoke tokens");
  addCreateToken(token, terminal);
  addListTokens(token, terminal);
  addRotateToken(token, terminal);
  addChangeToken(
    token,
    terminal,
    "disable",
    "Disabled",
    "Reject a token, starting with the next request, until the token is enabled again",
  );
  addChangeToken(token, terminal, "enable", "Enabled", "Accept a disabled token again");
  addChangeToken(token, terminal, "revoke", "Revoked", "Reject a token permanently, starting with the next request");
}

function addCreateToken(token: Command, terminal: Terminal): void {
  addCommand(token, "create", "Create a token and print it (a token is shown only once)", [
    "repute token create --account acme --kind api-token",
    'repute token create --account acme --kind account-key --name "warehouse" --expires 2027-12-31',
    "repute token create --account acme --kind loader --only appointments,calls",
  ])
    .requiredOption("--account <key>", "Key of the account whose data the token can access")
    .addOption(new Option("--kind <kind>", "Kind of token").choices(tokenKinds).makeOptionMandatory())
    .option("--name <name>", "Name of the token (default: the kind of the token)")
    .option(
      "--only <kinds>",
      `Kinds of files that a loader token may send (${uploadKinds.join(", ")})`,
      uploadKindsOption,
    )
    .option(
      "--expires <when>",
      "Time of expiry. A date means the end of that day in UTC (default: never)",
      expiryOption,
    )
    .action(async ({ account: key, kind, name, expires, only, json }: CreateTokenOptions) => {
      const wanted = {
        kind,
        ...(name !== undefined && { name }),
        ...(expires !== undefined && { expiresAt: expires }),
        ...(only && { only }),
      };
      const { credential, token: text } = await withExistingDomain(terminal, async ({ accounts, access }) =>
        access.createToken((await accounts.byKey(key)).id, wanted),
      );
      print(terminal, { json: newTokenItem(credential, text), text }, json);
      if (!json)
        terminal.stderr.write(`Created token ${credential.id}. Save the token now, because it is not shown again.\n`);
    });
}

function addListTokens(token: Command, terminal: Terminal): void {
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

function addChangeToken(
  token: Command,
  terminal: Terminal,
  change: "disable" | "enable" | "revoke",
  done: string,
  description: string,
): void {
  addCommand(token, change, description, [`repute token ${change} --id 3`])
    .requiredOption("--id <id>", "ID of the token (see repute token list)", credentialIdOption)
    .action(async ({ id, json }: TokenIdOptions) => {
      const changed = await withExistingDomain(terminal, (domain) => domain.access.changeToken(id, change));
      print(terminal, { json: tokenItem(changed), text: `${done} token ${id}` }, json);
    });
}

function addRotateToken(token: Command, terminal: Terminal): void {
  addCommand(
    token,
    "rotate",
    "Create a token like another one, which expires after an overlap, and print the new token",
    ["repute token rotate --id 3 --overlap 7d"],
  )
    .requiredOption("--id <id>", "ID of the token (see repute token list)", credentialIdOption)
    .requiredOption("--overlap <span>", "Span for which both tokens work, such as 12h or 7d", spanOption)
    .action(async ({ id, overlap, json }: TokenIdOptions & { readonly overlap: Span }) => {
      const rotated = await withExistingDomain(terminal, (domain) => domain.access.rotateToken(id, overlap));
      const { credential, token: text, earlier } = rotated;
      print(terminal, { json: { ...newTokenItem(credential, text), earlier: tokenItem(earlier) }, text }, json);
      if (json) return;
      const end = timeOrNull(earlier.expiresAt) ?? "";
      terminal.stderr.write(
        `Created token ${credential.id}. Save it now, because it is not shown again. Token ${id} works until ${end}.\n`,
      );
    });
}

/** Formats a token for output. Omits the secret, because it is not stored. */
const tokenItem = ({ id, kind, name, createdAt, expiresAt, lastUsedAt, only, disabled, revoked }: Credential) => ({
  id,
  kind,
  name,
  ...(only && { only }),
  created_at: isoInstant(createdAt),
  expires_at: timeOrNull(expiresAt),
  last_used_at: timeOrNull(lastUsedAt),
  disabled,
  revoked,
});

/** Formats a new token for output with its secret, which is shown only once. */
const newTokenItem = ({ id, kind, name, expiresAt }: Credential, token: string) => ({
  id,
  kind,
  name,
  token,
  expires_at: timeOrNull(expiresAt),
});

const tokenTable = (tokens: readonly Credential[], now: Instant) =>
  table(
    ["id", "kind", "name", "created (UTC)", "expires (UTC)", "last used (UTC)", "state"],
    tokens.map((token) => [
      String(token.id),
      token.only ? `${token.kind} (${token.only.join(", ")})` : token.kind,
      token.name,
      minuteText(isoInstant(token.createdAt)),
      minuteText(timeOrNull(token.expiresAt) ?? "never"),
      minuteText(timeOrNull(token.lastUsedAt) ?? "never"),
      tokenState(token, now),
    ]),
  );

function tokenState({ disabled, revoked, expiresAt }: Credential, now: Instant): string {
  if (revoked) return "revoked";
  if (disabled) return "disabled";
  return expiresAt !== null && expiresAt <= now ? "expired" : "enabled";
}

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : isoInstant(instant));

type RegisterClientOptions = JsonOption & {
  readonly account: string;
  readonly name: string;
  readonly jwkUrl: string;
  readonly scopes?: readonly Scope[];
};
type ClientIdOptions = JsonOption & { readonly id: string };

export function addClientCommands(program: Command, terminal: Terminal): void {
  const client = program
    .command("client")
    .description("Register, list, disable, enable and revoke the clients of partners");
  addRegisterClient(client, terminal);
  addListClients(client, terminal);
  addChangeClient(
    client,
    terminal,
    "disable",
    "Disabled",
    "Reject a client and its access tokens immediately, until the client is enabled again",
  );
  addChangeClient(client, terminal, "enable", "Enabled", "Accept a disabled client again");
  addChangeClient(
    client,
    terminal,
    "revoke",
    "Revoked",
    "Reject a client and its access tokens immediately and permanently",
  );
}

function addRegisterClient(client: Command, terminal: Terminal): void {
  addCommand(
    client,
    "register",
    "Register a partner's client with the URL of the client's public keys, and print the client_id",
    [
      "repute client register --account acme --name warehouse --jwk-url https://partner.example.com/jwks.json",
      "repute client register --account acme --name booking --jwk-url https://partner.example.com/jwks.json --scopes submissions.write",
    ],
  )
    .requiredOption("--account <key>", "Key of the account whose data the client can access")
    .requiredOption("--name <name>", "Name of the client")
    .requiredOption("--jwk-url <url>", "URL of the partner's key set (https, on a public host)")
    .addOption(
      new Option("--scopes <scopes...>", "Parts of the API that the client can use (default: data-sync.read)").choices(
        scopes,
      ),
    )
    .action(async ({ account: key, name, jwkUrl, scopes: wanted, json }: RegisterClientOptions) => {
      const registered = await withExistingDomain(terminal, async ({ accounts, access }) =>
        access.registerClient((await accounts.byKey(key)).id, { name, jwkUrl, ...(wanted && { scopes: wanted }) }),
      );
      print(terminal, { json: newClientItem(registered), text: registered.clientId }, json);
    });
}

function addListClients(client: Command, terminal: Terminal): void {
  addCommand(client, "list", "List the clients of an account", ["repute client list --account acme"])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: AccountOptions) => {
      const clients = await withExistingDomain(terminal, (domain) => domain.access.listClients(account));
      print(terminal, { json: { items: clients.map(clientItem) }, text: clientTable(clients) }, json);
    });
}

function addChangeClient(
  client: Command,
  terminal: Terminal,
  change: "disable" | "enable" | "revoke",
  done: string,
  description: string,
): void {
  addCommand(client, change, description, [`repute client ${change} --id rpc_5rTg...`])
    .requiredOption("--id <id>", "client_id of the client")
    .action(async ({ id, json }: ClientIdOptions) => {
      const changed = await withExistingDomain(terminal, (domain) => domain.access.changeClient(id, change));
      print(terminal, { json: clientItem(changed), text: `${done} client ${id}` }, json);
    });
}

const newClientItem = ({ clientId, name, jwkUrl, scopes }: Client) => ({
  client_id: clientId,
  name,
  jwk_url: jwkUrl,
  scopes,
});

const clientItem = (client: Client) => ({
  ...newClientItem(client),
  created_at: isoInstant(client.createdAt),
  disabled: client.disabled,
  revoked: client.revoked,
});

const clientTable = (clients: readonly Client[]) =>
  table(
    ["client_id", "name", "key set", "scopes", "created", "state"],
    clients.map((client) => [
      client.clientId,
      client.name,
      client.jwkUrl,
      client.scopes.join(", "),
      isoInstant(client.createdAt),
      clientState(client),
    ]),
  );

function clientState({ disabled, revoked }: Client): string {
  if (revoked) return "revoked";
  return disabled ? "disabled" : "enabled";
}
