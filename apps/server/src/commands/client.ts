import { type Client, isoInstant } from "@repute/domain";
import type { Command } from "commander";
import { print } from "../output.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type RegisterOptions = JsonOption & { readonly account: string; readonly name: string; readonly jwkUrl: string };
type AccountOptions = JsonOption & { readonly account: string };
type IdOptions = JsonOption & { readonly id: string };

export function addClientCommands(program: Command, terminal: Terminal): void {
  const client = program
    .command("client")
    .description("Register, list, disable, enable and revoke the clients of partners");
  addRegister(client, terminal);
  addList(client, terminal);
  addChange(
    client,
    terminal,
    "disable",
    "Disabled",
    "Reject a client and its access tokens immediately, until the client is enabled again",
  );
  addChange(client, terminal, "enable", "Enabled", "Accept a disabled client again");
  addChange(client, terminal, "revoke", "Revoked", "Reject a client and its access tokens immediately and permanently");
}

function addRegister(client: Command, terminal: Terminal): void {
  addCommand(
    client,
    "register",
    "Register a partner's client with the URL of the client's public keys, and print the client_id",
    ["repute client register --account acme --name warehouse --jwk-url https://partner.example.com/jwks.json"],
  )
    .requiredOption("--account <key>", "Key of the account whose data the client can access")
    .requiredOption("--name <name>", "Name of the client")
    .requiredOption("--jwk-url <url>", "URL of the partner's key set (https, on a public host)")
    .action(async ({ account: key, name, jwkUrl, json }: RegisterOptions) => {
      const registered = await withExistingDomain(terminal, async ({ accounts, access }) =>
        access.registerClient((await accounts.byKey(key)).id, { name, jwkUrl }),
      );
      print(terminal, { json: newClientItem(registered), text: registered.clientId }, json);
    });
}

function addList(client: Command, terminal: Terminal): void {
  addCommand(client, "list", "List the clients of an account", ["repute client list --account acme"])
    .requiredOption("--account <key>", "Key of the account")
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
    .requiredOption("--id <id>", "client_id of the client")
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

const clientTable = (clients: readonly Client[]) =>
  table(
    ["client_id", "name", "key set", "created", "state"],
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
