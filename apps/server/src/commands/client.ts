import type { Client } from "@repute/domain";
import { isoInstant } from "@repute/domain";
import type { Command } from "commander";
import { print, table } from "../output.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";

type RegisterOptions = JsonOption & { readonly account: string; readonly name: string; readonly jwkUrl: string };
type AccountOptions = JsonOption & { readonly account: string };
type IdOptions = JsonOption & { readonly id: string };

export function addClientCommands(program: Command, terminal: Terminal): void {
  const client = program
    .command("client")
    .description("register, list, disable, enable and revoke clients that sign assertions");
  addRegister(client, terminal);
  addList(client, terminal);
  addChange(client, terminal, "disable", "disabled", "refuse a client and its access tokens at once; enable undoes it");
  addChange(client, terminal, "enable", "enabled", "accept a disabled client again");
  addChange(client, terminal, "revoke", "revoked", "refuse a client and its access tokens at once, for good");
}

function addRegister(client: Command, terminal: Terminal): void {
  addCommand(client, "register", "register a partner's client by the URL of its public keys, and print its client_id", [
    "repute client register --account acme --name warehouse --jwk-url https://partner.example.com/jwks.json",
  ])
    .requiredOption("--account <key>", "whose data its tokens open")
    .requiredOption("--name <name>", "what to call it")
    .requiredOption("--jwk-url <url>", "where the partner publishes its key set (https, at a public host)")
    .action(async ({ account: key, name, jwkUrl, json }: RegisterOptions) => {
      const registered = await withExistingDomain(terminal, async ({ accounts, access }) =>
        access.registerClient((await accounts.byKey(key)).id, { name, jwkUrl }),
      );
      print(terminal, { json: newClientItem(registered), text: registered.clientId }, json);
    });
}

function addList(client: Command, terminal: Terminal): void {
  addCommand(client, "list", "list the clients of an account", ["repute client list --account acme"])
    .requiredOption("--account <key>", "whose clients")
    .action(async ({ account, json }: AccountOptions) => {
      const clients = await withExistingDomain(terminal, (domain) => domain.access.listClients(account));
      print(terminal, { json: { items: clients.map(clientItem) }, text: clientTable(clients) }, json);
    });
}

function addChange(
  client: Command,
  terminal: Terminal,
  change: "disable" | "enable" | "revoke",
  done: string,
  description: string,
): void {
  addCommand(client, change, description, [`repute client ${change} --id rpc_5rTg...`])
    .requiredOption("--id <id>", "which client, by its client_id")
    .action(async ({ id, json }: IdOptions) => {
      const changed = await withExistingDomain(terminal, (domain) => domain.access.changeClient(id, change));
      print(terminal, { json: clientItem(changed), text: `${done} client ${id}` }, json);
    });
}

const newClientItem = ({ clientId, name, jwkUrl }: Client) => ({ client_id: clientId, name, jwk_url: jwkUrl });

const clientItem = (client: Client) => ({
  ...newClientItem(client),
  created_at: isoInstant(client.createdAt),
  disabled: client.disabled,
  revoked: client.revoked,
});

const clientTable = (clients: readonly Client[]): string =>
  table(
    ["client_id", "name", "keys", "created", "state"],
    clients.map((client) => [
      client.clientId,
      client.name,
      client.jwkUrl,
      isoInstant(client.createdAt),
      stateOf(client),
    ]),
  );

function stateOf({ disabled, revoked }: Client): string {
  if (revoked) return "revoked";
  return disabled ? "disabled" : "enabled";
}
