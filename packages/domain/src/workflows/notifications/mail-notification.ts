import { byService } from "../../foundation/accounts/audit-trail.js";
import { isDomainError } from "../../foundation/kernel/domain-error.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { hour, type Instant, minute, plus } from "../../foundation/kernel/times.js";
import type {
  NotificationMail,
  NotificationMailer,
  Subscription,
  SubscriptionOwner,
} from "../../subjects/notifications/subscription.js";
import { type MailingOutcome, mailName, mailNext } from "../../subjects/users/mail-invitation.js";
import { newsOf } from "./news.js";

/** Time in milliseconds between two checks of a subscription without news. */
const checkPause = 10 * minute;

/** Shortest time in milliseconds between two messages to a user, who therefore gets at most 12 messages a day. */
const mailPause = 2 * hour;

/** Time in milliseconds after which a message is tried again. */
const retryPause = 30 * minute;

/** Maximum number of lines in a message. */
const maxShown = 20;

/** Message to a user, and what the user knows when the message has been sent. */
type Letter = { readonly mail: NotificationMail; readonly reported: readonly string[] };

/**
 * Checks the subscription that has been due longest, and mails its user what is new. Only one process mails at a time.
 *
 * The next attempt is scheduled before the message is sent, so a crash loses no news. After a crash, a message can be sent
 * twice.
 */
export function mailNotification(ports: Ports, address: () => string | undefined) {
  const { storage, notificationMailer } = ports;
  return async (): Promise<MailingOutcome> => {
    const base = address();
    if (!notificationMailer || base === undefined) return { outcome: "none" };
    return mailNext(ports, "notifications", storage.subscriptions.due, async (owner) => {
      const letter = await prepare(ports, owner, base);
      return letter ? send(ports, owner, letter, notificationMailer) : { outcome: "put_off" };
    });
  };
}

/** Schedules the next check, and returns the message if there is news. */
async function prepare(ports: Ports, owner: SubscriptionOwner, base: string): Promise<Letter | undefined> {
  const { storage, clock } = ports;
  const { account, practice } = owner;
  const known = await storage.read(account, ({ subscriptions }) => subscriptions.of(account, owner.user));
  if (!known) return undefined;
  const found = await newsOf(ports, account, known, clock());
  const news = found.flatMap(({ key, news }) => (news && !known.reported.includes(key) ? [news] : []));
  const reported = found.map(({ key }) => key);
  return storage.transact(account, async ({ subscriptions, users, settings }, now) => {
    const [user] = await users.byIds(account, [owner.user]);
    const subscription = await subscriptions.of(account, owner.user);
    // The subscription may have been changed or checked meanwhile.
    if (!user || !subscription || subscription.dueAt !== known.dueAt) return undefined;
    const next = news.length > 0 ? { dueAt: plus(now, retryPause) } : { dueAt: plus(now, checkPause), reported };
    await subscriptions.save(account, { ...subscription, ...next });
    if (news.length === 0) return undefined;
    const mail = {
      to: { name: mailName(user.name), email: user.email },
      practice,
      news: news.slice(0, maxShown),
      more: Math.max(news.length - maxShown, 0),
      timeZone: (await settings.read(account)).timeZone,
      endLink: `${base}/notifications/${subscription.id}`,
    };
    return { mail, reported };
  });
}

async function send(
  ports: Ports,
  owner: SubscriptionOwner,
  { mail, reported }: Letter,
  mailer: NotificationMailer,
): Promise<MailingOutcome> {
  try {
    await mailer.send(mail);
  } catch (error) {
    const failure = isDomainError(error) ? error.code : "mail_failed";
    await note(ports, owner, failure, () => ({ failure }));
    return { outcome: "failed", error };
  }
  await note(ports, owner, "ok", (now) => ({ reported, failure: null, mailedAt: now, dueAt: plus(now, mailPause) }));
  return { outcome: "sent" };
}

/** Adds the result of an attempt to the audit trail and to the subscription, unless it ended meanwhile. */
const note = (
  { storage, clock }: Ports,
  { account, user }: SubscriptionOwner,
  outcome: string,
  change: (now: Instant) => Partial<Subscription>,
): Promise<void> =>
  storage.transact(account, async ({ subscriptions, audit }, now) => {
    const subscription = await subscriptions.of(account, user);
    if (subscription) await subscriptions.save(account, { ...subscription, ...change(now) });
    const event = { at: clock(), action: "send_notification", subject: `user ${user}`, rows: 1, outcome };
    await audit.append(account, [byService(event)]);
  });
