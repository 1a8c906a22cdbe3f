import type { Instant, TimeZone, WebhookDeliveryItem, WebhookItem } from "@repute/domain";
import type { Command } from "commander";
import { minuteText, paragraphs, print, table, type Text } from "../terminal/output.js";
import { printable, type Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { sinceOption } from "./option-values.js";

type AccountOptions = JsonOption & { readonly account: string };
type OneOptions = AccountOptions & { readonly id: string };
type NewOptions = AccountOptions & { readonly url: string; readonly lists: string; readonly full?: boolean };

const exampleId = "wh_0k3xT9dQw2LmZp7Rb";

export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhook = program.command("webhook").description("Report changes to another system by HTTP");
  const add = (name: string, description: string, example: string) =>
    addCommand(webhook, name, description, [`repute webhook ${name} --account acme${example}`]).requiredOption(
      "--account <key>",
      "Key of the account",
    );
  const addOne = (name: string, description: string, example = "") =>
    add(name, description, ` --id ${exampleId}${example}`).requiredOption("--id <id>", "ID of the webhook");

  add("create", "Create a webhook for changes from now on, and print its secret once", newExample)
    .requiredOption("--url <url>", "URL that receives messages")
    .requiredOption("--lists <names>", "Names of lists in the change feed, separated by commas")
    .option("--full", "Include the changed rows in messages, with data of patients")
    .action(async ({ account, url, lists, full = false, json }: NewOptions) => {
      const created = await withExistingDomain(terminal, async ({ accounts, webhooks }) =>
        webhooks.create((await accounts.byKey(account)).id, { url, lists, full }),
      );
      print(terminal, { json: created, text: secretText(`Created webhook ${created.id}.`, created.secret) }, json);
    });

  add("list", "List the webhooks of an account", "").action(async ({ account, json }: AccountOptions) => {
    const { items, timeZone } = await withExistingDomain(terminal, async ({ accounts, webhooks }) => {
      const { id } = await accounts.byKey(account);
      return { items: await webhooks.list(id), ...(await accounts.settings(id)) };
    });
    print(terminal, { json: { items }, text: webhookTable(items, timeZone) }, json);
  });

  addOne("show", "Show a webhook with its latest 100 attempts").action(async ({ account, id, json }: OneOptions) => {
    const {
      webhook: item,
      deliveries,
      timeZone,
    } = await withExistingDomain(terminal, async (domain) => {
      const owner = (await domain.accounts.byKey(account)).id;
      return { ...(await domain.webhooks.show(owner, id)), ...(await domain.accounts.settings(owner)) };
    });
    const text = paragraphs(webhookTable([item], timeZone), deliveryTable(deliveries, timeZone));
    print(terminal, { json: { ...item, deliveries }, text }, json);
  });

  addOne("test", "Send a test message now, and show the answer").action(async ({ account, id, json }: OneOptions) => {
    const sent = await withExistingDomain(terminal, async ({ accounts, webhooks }) =>
      webhooks.test((await accounts.byKey(account)).id, id),
    );
    print(terminal, { json: sent, text: testText(sent) }, json);
  });

  addOne("replay", "Send the changes since a time again, in new messages", " --since 2026-03-01")
    .requiredOption("--since <when>", "Timestamp or UTC date", sinceOption)
    .action(async ({ account, id, since, json }: OneOptions & { readonly since: Instant }) => {
      const result = await withExistingDomain(terminal, async ({ accounts, webhooks }) =>
        webhooks.replay((await accounts.byKey(account)).id, id, since),
      );
      const { webhook: item, first_change_at: first } = result;
      const text = first === null ? "There are no changes since then." : `The server sends the changes since ${first}.`;
      print(terminal, { json: { ...item, first_change_at: first }, text }, json);
    });

  addOne("rotate", "Replace the secret of a webhook; the earlier secret also signs messages for 7 more days").action(
    async ({ account, id, json }: OneOptions) => {
      const rotated = await withExistingDomain(terminal, async ({ accounts, webhooks }) =>
        webhooks.rotate((await accounts.byKey(account)).id, id),
      );
      const until = `The earlier secret also signs messages until ${rotated.earlier_secret_until}.`;
      print(terminal, { json: rotated, text: secretText(until, rotated.secret) }, json);
    },
  );

  for (const [name, description, done] of changes)
    addOne(name, description).action(async ({ account, id, json }: OneOptions) => {
      const item = await withExistingDomain(terminal, async ({ accounts, webhooks }) =>
        webhooks[name]((await accounts.byKey(account)).id, id),
      );
      print(terminal, { json: item, text: `${done} webhook ${item.id}.` }, json);
    });
}

const newExample = " --url https://erp.example.com/hooks --lists reviews,invites";

/** Commands that change the state of a webhook, with their descriptions and results. */
const changes = [
  ["disable", "Stop a webhook from sending messages; changes wait until it is enabled again", "Disabled"],
  ["enable", "Let a webhook send messages again, from the last accepted change on", "Enabled"],
  ["remove", "Remove a webhook with its log", "Removed"],
] as const;

const secretText = (line: string, secret: string): string =>
  `${line}\nThe secret is shown only once: ${secret}\nStore it where the receiver verifies signatures.`;

const webhookTable = (items: readonly WebhookItem[], timeZone: TimeZone): Text =>
  table(
    ["webhook", "url", "lists", "sends", "state", `failing since (${timeZone})`, "next attempt"],
    items.map(({ id, url, lists, full, state, disabled_by: by, failing_since: since, next_attempt_at: next }) => [
      ...[id, printable(url), lists.join(", "), full ? "rows" : "ids", by === null ? state : `${state} (${by})`],
      ...[since === null ? "" : minuteText(since, timeZone), next === null ? "" : minuteText(next, timeZone)],
    ]),
  );

const deliveryTable = (items: readonly WebhookDeliveryItem[], timeZone: TimeZone): Text =>
  table(
    ["attempt", `sent (${timeZone})`, "message", "type", "changes", "result", "ms", "answer"],
    items.map(({ number, at, message, type, changes, milliseconds, answer, ...one }) => [
      ...[String(number), minuteText(at, timeZone), message, type, changes],
      ...[resultOf(one), milliseconds, printable(answer.slice(0, shownAnswer))],
    ]),
  );

/** Number of characters of an answer that a table shows. With `--json`, the answer has up to 500. */
const shownAnswer = 60;

const resultOf = ({ status, failure }: Pick<WebhookDeliveryItem, "status" | "failure">): string =>
  status === null ? (failure ?? "") : String(status);

function testText(sent: WebhookDeliveryItem): string {
  const { status, milliseconds, answer } = sent;
  const isAccepted = status !== null && status >= 200 && status < 300;
  const line = `${isAccepted ? "Accepted" : "Not accepted"}: ${resultOf(sent)} after ${milliseconds} ms.`;
  return answer === "" ? line : `${line}\nAnswer: ${printable(answer)}`;
}
