import type { InvitedUser, UserChoice, UserId } from "@repute/domain";
import { isoInstant } from "@repute/domain";
import type { Command } from "commander";
import { Option } from "commander";
import { print } from "../output.js";
import type { Terminal } from "../terminal.js";
import type { JsonOption } from "./command.js";
import { addCommand, withExistingDomain } from "./command.js";
import { userIdOption } from "./option-values.js";
import { userItem, userTable } from "./user-items.js";

type AccountOptions = JsonOption & { readonly account: string };
type ChoiceOptions = AccountOptions & { readonly email?: string; readonly id?: UserId };

export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program.command("user").description("list an account's users, and invite pending ones");
  addList(user, terminal);
  addInviteAgain(user, terminal);
}

function addList(user: Command, terminal: Terminal): void {
  addCommand(user, "list", "list the users of an account, and what became of their invitations", [
    "repute user list --account acme",
    "repute user list --account acme --json",
  ])
    .requiredOption("--account <key>", "whose users")
    .action(async ({ account, json }: AccountOptions) => {
      const users = await withExistingDomain(terminal, async ({ accounts, invitations }) =>
        invitations.list((await accounts.byKey(account)).id),
      );
      const now = Date.now();
      const items = users.map((one) => userItem(one, now));
      print(terminal, { json: { items }, text: userTable(items) }, json);
    });
}

function addInviteAgain(user: Command, terminal: Terminal): void {
  const command = addCommand(
    user,
    "invite-again",
    "invite a pending user once more, or for the first time; a server with SMTP_URL mails it, and earlier links open nothing",
    [
      "repute user invite-again --account acme --email ada@example.com",
      "repute user invite-again --account acme --id 7",
    ],
  )
    .requiredOption("--account <key>", "whose user")
    .addOption(new Option("--email <address>", "which user, by address").conflicts("id"))
    .addOption(new Option("--id <id>", "which user, as listed").argParser(userIdOption))
    .action(async ({ account, json, ...options }: ChoiceOptions) => {
      const choice = choiceOf(options);
      if (!choice) return command.error("error: one of the options --email and --id is required", { exitCode: 2 });
      const invited = await withExistingDomain(terminal, async ({ accounts, invitations }) =>
        invitations.again((await accounts.byKey(account)).id, choice),
      );
      print(terminal, { json: userItem(invited, Date.now()), text: invitedText(invited) }, json);
    });
}

const choiceOf = ({ email, id }: Omit<ChoiceOptions, "account">): UserChoice | undefined => {
  if (id !== undefined) return { id };
  return email === undefined ? undefined : { email: email.trim() };
};

const invitedText = ({ user, invitation }: InvitedUser): string =>
  `invited user ${user.id} until ${invitation ? isoInstant(invitation.endsAt) : ""}; a running server with SMTP_URL mails the link`;
