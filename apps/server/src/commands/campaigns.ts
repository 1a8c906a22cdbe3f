import type { Campaign } from "@repute/domain";
import type { Command } from "commander";
import { print } from "../output.js";
import { table } from "../table.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type ListOptions = JsonOption & { readonly account: string };

export function addCampaignCommands(program: Command, terminal: Terminal): void {
  const campaigns = program.command("campaigns").description("List the campaigns of an account");
  addCommand(campaigns, "list", "List the campaigns of an account, sorted by id", [
    "repute campaigns list --account acme",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: ListOptions) => {
      const found = await withExistingDomain(terminal, async (domain) =>
        domain.campaigns.list((await domain.accounts.byKey(account)).id),
      );
      print(terminal, { json: { items: found.map(campaignItem) }, text: campaignTable(found) }, json);
    });
}

const campaignItem = ({ id, name, channel, source, trackingNumbers, scctParameter }: Campaign) => ({
  campaign_id: id,
  name,
  channel,
  source,
  tracking_numbers: trackingNumbers,
  scct_parameter: scctParameter,
});

const campaignTable = (campaigns: readonly Campaign[]) =>
  table(
    ["id", "name", "channel", "source", "tracking numbers", "scct_parameter"],
    campaigns.map(({ id, name, channel, source, trackingNumbers, scctParameter }) => [
      ...[String(id), name, channel, source ?? "", trackingNumbers.join(", "), scctParameter ?? ""],
    ]),
  );
