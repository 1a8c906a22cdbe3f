import { writeFile } from "node:fs/promises";
import type { TrackedLink } from "@repute/domain";
import type { Command } from "commander";
import { toString as draw } from "qrcode";
import { print } from "../output.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { fileOption } from "./option-values.js";

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
      const link = await withExistingDomain(terminal, async ({ accounts, campaigns }) =>
        campaigns.trackLink((await accounts.byKey(account)).id, campaign, url),
      );
      if (qr !== undefined) await writeFile(qr, await qrCode(link.url));
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
