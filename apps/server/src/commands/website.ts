import type { Campaign, Domain, TrackedLink, WidgetChanges, WidgetItem } from "@repute/domain";
import type { Command } from "commander";
import { toString as draw } from "qrcode";
import { baseUrlOf } from "../listener.js";
import { readConfig } from "../settings/config.js";
import { fileInTheMaking } from "../terminal/output-file.js";
import { paragraphs, print, table } from "../terminal/output.js";
import { printable, type Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { fileOption, listOption, wholeNumberOption } from "./option-values.js";

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

type LinkOptions = JsonOption & {
  readonly account: string;
  readonly campaign: string;
  readonly url: string;
  readonly qr?: string;
};

export function addLinkCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "link", "Print a tracking link for a campaign, and optionally write a QR code of the link", [
    "repute link --account acme --campaign Spring --url https://www.practice.example/book",
    "repute link --account acme --campaign 7 --url https://www.practice.example/book --qr poster.svg",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .requiredOption("--campaign <id or name>", "ID or name of the campaign")
    .requiredOption("--url <address>", "Page that the link opens")
    .option("--qr <file.svg>", "Also write a QR code of the link to this SVG file", fileOption(".svg"))
    .action(async ({ account, campaign, url, qr, json }: LinkOptions) => {
      const file = qr === undefined ? undefined : await fileInTheMaking(qr);
      const link = await withExistingDomain(terminal, async ({ accounts, campaigns }) =>
        campaigns.trackLink((await accounts.byKey(account)).id, campaign, url),
      ).catch(async (error: unknown) => {
        // If the command fails, an earlier file must not pass for the QR code of this link.
        await file?.discard();
        throw error;
      });
      await file?.finish([await qrCode(link.url)]);
      print(terminal, { json: linkItem(link, qr), text: link.url }, json);
      if (qr !== undefined && !json) terminal.stderr.write(`Wrote ${qr}\n`);
    });
}

const linkItem = ({ campaign: { id, name, scctParameter }, url }: TrackedLink, qr: string | undefined) => ({
  campaign_id: id,
  campaign: name,
  scct_parameter: scctParameter,
  url,
  ...(qr !== undefined && { qr }),
});

/**
 * Draws a QR code as SVG, with the quiet zone that scanners need and the error correction level that is usual for
 * print.
 */
const qrCode = (text: string): Promise<string> => draw(text, { type: "svg", errorCorrectionLevel: "M", margin: 4 });

type AccountOption = JsonOption & { readonly account: string };
type SetOptions = AccountOption & {
  readonly limit?: number;
  readonly minRating?: number;
  readonly firstNameOnly?: boolean;
  readonly platforms?: readonly string[];
  readonly origins?: readonly string[];
  readonly pin?: readonly string[];
  readonly hide?: readonly string[];
};

export function addWidgetCommands(program: Command, terminal: Terminal): void {
  const widget = program.command("widget").description("Configure the review widget for the practice's website");
  addSet(widget, terminal);
  addShow(widget, terminal);
}

function addSet(widget: Command, terminal: Terminal): void {
  addCommand(widget, "set", "Change the settings of an account's widget; omitted settings stay unchanged", [
    "repute widget set --account acme --limit 6 --first-name-only --origins https://www.practice.example",
    "repute widget set --account acme --platforms 1,3 --min-rating 5",
    "repute widget set --account acme --platforms all --origins none",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .option("--limit <number>", "Maximum number of reviews in the widget (initially 10)", wholeNumberOption)
    .option("--min-rating <stars>", "Minimum rating of reviews in the widget (initially 4)", wholeNumberOption)
    .option("--first-name-only", "Show only the first names of reviewers")
    .option("--no-first-name-only", "Show the full names of reviewers (the initial setting)")
    .option(
      "--platforms <ids>",
      "Comma-separated IDs of the platforms with reviews in the widget, or all",
      listOption("all"),
    )
    .option(
      "--origins <origins>",
      "Comma-separated origins of the pages that may show the widget, or none",
      listOption("none"),
    )
    .option(
      "--pin <ids>",
      "Comma-separated IDs of the reviews that the widget shows first, or none",
      listOption("none"),
    )
    .option(
      "--hide <ids>",
      "Comma-separated IDs of the reviews that the widget never shows, or none",
      listOption("none"),
    )
    .action(async ({ account, json, ...options }: SetOptions) => {
      const set = (domain: Domain, id: Parameters<Domain["widget"]["set"]>[0]) =>
        domain.widget.set(id, changesOf(options));
      printWidget(terminal, await withWidget(terminal, account, set), json);
    });
}

function addShow(widget: Command, terminal: Terminal): void {
  addCommand(widget, "show", "Print the settings of an account's widget, and the HTML that embeds the widget", [
    "repute widget show --account acme",
    "repute widget show --account acme --json",
  ])
    .requiredOption("--account <key>", "Key of the account")
    .action(async ({ account, json }: AccountOption) => {
      const show = (domain: Domain, id: Parameters<Domain["widget"]["show"]>[0]) => domain.widget.show(id);
      printWidget(terminal, await withWidget(terminal, account, show), json);
    });
}

const withWidget = (
  terminal: Terminal,
  key: string,
  work: (domain: Domain, id: Parameters<Domain["widget"]["show"]>[0]) => Promise<WidgetItem>,
): Promise<WidgetItem> =>
  withExistingDomain(terminal, async (domain) => work(domain, (await domain.accounts.byKey(key)).id));

/** Returns the members of the widget's bundle line that the options of the command change. */
function changesOf({
  limit,
  minRating,
  firstNameOnly,
  platforms,
  origins,
  pin,
  hide,
}: Omit<SetOptions, "account">): WidgetChanges {
  return {
    ...(limit !== undefined && { limit }),
    ...(minRating !== undefined && { min_rating: minRating }),
    ...(firstNameOnly !== undefined && { first_name_only: firstNameOnly }),
    ...(platforms && { platform_ids: platforms.length === 0 ? null : platforms.map(Number) }),
    ...(origins && { allowed_origins: origins }),
    ...(pin && { pinned_review_ids: pin.map(Number) }),
    ...(hide && { hidden_review_ids: hide.map(Number) }),
  };
}

function printWidget(terminal: Terminal, widget: WidgetItem, asJson: boolean | undefined): void {
  const base = baseUrlOf(readConfig(terminal.env));
  const configure = `${base}/embed/configure?widget=${widget.id}`;
  const text = paragraphs(settingsTable(widget), snippet(base, widget), `Layouts and colors: ${configure}`);
  print(terminal, { json: { ...widget, url: `${base}/embed/${widget.id}.json`, configure }, text }, asJson);
}

const listed = (values: readonly (string | number)[]): string => values.join(", ") || "none";

const settingsTable = ({ id, limit, min_rating, first_name_only, platform_ids, ...lists }: WidgetItem) =>
  table(
    ["setting", "value"],
    [
      ["id", id],
      ["limit", String(limit)],
      ["minimum rating", String(min_rating)],
      ["first names only", first_name_only ? "yes" : "no"],
      ["platforms", platform_ids === null ? "all" : listed(platform_ids)],
      ["origins", listed(lists.allowed_origins)],
      ["pinned reviews", listed(lists.pinned_review_ids)],
      ["hidden reviews", listed(lists.hidden_review_ids)],
    ],
  );

/** HTML snippet that a practice adds to its page to show the widget. */
const snippet = (base: string, { id }: WidgetItem): string =>
  [
    `<script src="${printable(base)}/embed/reviews.js" async></script>`,
    `<repute-reviews widget="${id}" style="display: block; min-height: 100vh"></repute-reviews>`,
  ].join("\n");
