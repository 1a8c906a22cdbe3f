import { type SubscriptionItem, topics, type UserChoice } from "@repute/domain";
import { type Command, InvalidArgumentError } from "commander";
import { filledTable, minuteText, paragraphs, print } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type AccountOptions = JsonOption & { readonly account: string };
type UserOptions = AccountOptions & { readonly user: string };
type SetOptions = UserOptions & { readonly topics: string } & Readonly<Record<"atMost", number>>;

export function addNotificationCommands(program: Command, terminal: Terminal): void {
  const notification = program
    .command("notification")
    .description(
      "Mail users about imports that need attention, low reviews, failing webhooks and the figures of each week",
    );
  const add = (name: string, description: string, example = "") =>
    addCommand(notification, name, description, [
      `repute notification ${name} --account acme${example}`,
    ]).requiredOption("--account <key>", "Key of the account");
  const addOfUser = (name: string, description: string, example = "") =>
    add(name, description, ` --user ada@example.com${example}`).requiredOption(
      "--user <address>",
      "Email address of a user of the account",
    );

  addOfUser("set", "Notify a user by email, or change the topics", " --topics imports,reviews,weekly --at-most 3")
    .option("--topics <topics>", `Topics with commas between them: ${topics.join(", ")}`, topics.join(","))
    .option("--at-most <stars>", "Highest rating of a low review, from 1 to 4", starsOption, 3)
    .action(async ({ account, user, topics: names, json, ...options }: SetOptions) => {
      const wanted = { topics: names.split(",").map((name) => name.trim()), maxRating: options["atMost"] };
      const item = await withExistingDomain(terminal, async ({ accounts, notifications }) =>
        notifications.subscribe((await accounts.byKey(account)).id, choiceOf(user), wanted),
      );
      const text = `User ${item.user.id} gets notifications about ${item.topics.join(", ")}. The server mails them if SMTP_URL is set.`;
      print(terminal, { json: item, text }, json);
    });

  add("list", "List the users of an account who get notifications").action(
    async ({ account, json }: AccountOptions) => {
      const items = await withExistingDomain(terminal, async ({ accounts, notifications }) =>
        notifications.list((await accounts.byKey(account)).id),
      );
      print(terminal, { json: { items }, text: listText(items) }, json);
    },
  );

  addOfUser("end", "End the notifications of a user").action(async ({ account, user, json }: UserOptions) => {
    await withExistingDomain(terminal, async ({ accounts, notifications }) =>
      notifications.unsubscribe((await accounts.byKey(account)).id, choiceOf(user)),
    );
    print(terminal, { json: { account, user, ended: true }, text: "The user gets no more notifications." }, json);
  });
}

const choiceOf = (user: string): UserChoice => ({ email: user.trim() });

function starsOption(text: string): number {
  if (/^[1-4]$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a number of stars from 1 to 4.");
}

const listText = (items: readonly SubscriptionItem[]) =>
  items.length === 0
    ? "No user gets notifications."
    : paragraphs(
        ...filledTable(
          ["id", "user", "topics", "low review", "last mailed (UTC)", "failure"],
          items.map(({ user, topics: names, at_most: stars, last_mailed: mailed, failure }) => [
            ...[user.id, user.email, names.join(", "), `at most ${stars}`],
            ...[mailed === null ? "never" : minuteText(mailed), failure ?? ""],
          ]),
        ),
      );
