import { type InvitedUser, isoInstant, type UserChoice, type UserId } from "@repute/domain";
import { type Command, Option } from "commander";
import { print } from "../output.js";
import type { Terminal } from "../terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { userIdOption } from "./option-values.js";
import { userItem, userTable } from "./user-items.js";

type AccountOptions = JsonOption & { readonly account: string };
type ChoiceOptions = AccountOptions & { readonly email?: string; readonly id?: UserId };

export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program.command("user").description("List the users of an account, and invite pending users");
  addList(user, terminal);
  addInviteAgain(user, terminal);
}

function addList(user: Command, terminal: Terminal): void {
  addCommand(user, "list", "List the users of an account with the state of their invitations", [
    "repute user list --account acme",
    "repute user list --account acme --json",
  ])
    .requiredOption("--account <key>", "Key of the account")
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
    "Invite a pending user with a new link, which replaces earlier links",
    [
      "repute user invite-again --account acme --email ada@example.com",
      "repute user invite-again --account acme --id 7",
    ],
  )
    .requiredOption("--account <key>", "Key of the account")
    .addOption(new Option("--email <address>", "Email address of the user").conflicts("id"))
    .addOption(new Option("--id <id>", "ID of the user (see repute user list)").argParser(userIdOption))
    .action(async ({ account, json, ...options }: ChoiceOptions) => {
      const choice = choiceOf(options);
      if (!choice) return command.error("error: Specify the user by --email or --id.", { exitCode: 2 });
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
  `Invited user ${user.id}. The invitation expires at ${invitation ? isoInstant(invitation.endsAt) : ""}. The server emails the link if SMTP_URL is set.`;
