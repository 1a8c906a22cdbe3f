import {
  type Instant,
  type Invitation,
  type InvitedUser,
  isoInstant,
  type UserChoice,
  type UserId,
} from "@repute/domain";
import { type Command, Option } from "commander";
import { minuteText, print, table } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";
import { userIdOption } from "./option-values.js";

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

/** Progress of a user from creation to an active account with a password. */
type State = "active" | "not_invited" | "waiting" | "invited" | "ended";

/** Formats a user for operators. Never includes the invitation link. */
const userItem = ({ user, invitation }: InvitedUser, now: number) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  state: stateOf(user.active, invitation, now),
  invitation: invitation
    ? {
        invited_at: isoInstant(invitation.invitedAt),
        ends_at: isoInstant(invitation.endsAt),
        sent_at: timeOrNull(invitation.sentAt),
        attempts: invitation.attempts,
        failure: invitation.failure,
      }
    : null,
});

function stateOf(active: boolean, invitation: Invitation | undefined, now: number): State {
  if (active) return "active";
  if (!invitation || invitation.closedAt !== null) return "not_invited";
  if (invitation.endsAt <= now) return "ended";
  return invitation.sentAt === null ? "waiting" : "invited";
}

const userTable = (users: readonly ReturnType<typeof userItem>[]) =>
  table(
    ["id", "name", "email", "role", "state"],
    users.map((one) => [String(one.id), one.name, one.email, one.role, inWords(one)]),
  );

function inWords({ state, invitation }: ReturnType<typeof userItem>): string {
  if (state === "not_invited") return "pending, not invited";
  if (state === "ended") return "pending, invitation expired";
  if (state === "waiting")
    return `pending, invitation not sent${invitation?.failure ? ` (${invitation.failure})` : ""}`;
  return state === "invited" ? `pending, invited until ${minuteText(invitation?.ends_at ?? "")} UTC` : "active";
}

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : isoInstant(instant));
