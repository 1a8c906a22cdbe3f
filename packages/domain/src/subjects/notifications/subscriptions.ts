import { byOperator, byUser, type RequestOrigin } from "../../foundation/accounts/audit-trail.js";
import { conflict, invalid, notFound } from "../../foundation/kernel/domain-error.js";
import { base64url } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports, ReadStores } from "../../foundation/kernel/storage.js";
import { isoInstant } from "../../foundation/kernel/times.js";
import type { UserChoice } from "../users/invitation.js";
import { type User, userNotFound } from "../users/user.js";
import { type Subscription, type SubscriptionId, type Topic, topics } from "./subscription.js";

/** Subscription as operators see it. `failure` is the error code of the last message if it was not sent. */
export type SubscriptionItem = {
  readonly user: { readonly id: number; readonly email: string };
  readonly topics: readonly Topic[];
  readonly at_most: number;
  readonly last_mailed: string | null;
  readonly failure: string | null;
};

/** Topics of a subscription, and the highest rating in stars of a low review. `maxRating` is from 1 to 4. */
export type Wanted = { readonly topics: readonly string[]; readonly maxRating: number };

/** Maximum number of subscriptions in an account. */
export const maxSubscriptions = 100;

const idBytes = 16;

/**
 * Notifies a user of topics from now on, or changes the topics. Throws `user_not_found`, `invalid_subscription` and
 * `too_many_subscriptions`.
 */
export function subscribe(ports: Ports) {
  const { storage, clock, secrets } = ports;
  return (account: AccountId, choice: UserChoice, wanted: Wanted): Promise<SubscriptionItem> => {
    const read = readWanted(wanted);
    return storage.transact(account, async (stores, now) => {
      const user = await chosen(stores, account, choice);
      const known = await stores.subscriptions.of(account, user.id);
      if (!known && (await stores.subscriptions.all(account)).length >= maxSubscriptions) throw tooMany();
      const id = base64url(secrets.randomBytes(idBytes)) as SubscriptionId;
      const fresh = { id, user: user.id, dueAt: now, mailedAt: null, failure: null, reported: [] };
      const subscription = { ...fresh, ...known, ...read };
      await stores.subscriptions.save(account, subscription);
      const event = { at: clock(), action: "subscribe_user", subject: `user ${user.id}` };
      await stores.audit.append(account, [byOperator(event, ports)]);
      return itemOf(subscription, user);
    });
  };
}

function readWanted({ topics: wanted, maxRating }: Wanted): Pick<Subscription, "topics" | "maxRating"> {
  const known = topics.filter((topic) => wanted.includes(topic));
  if (known.length === 0 || known.length !== new Set(wanted).size)
    throw invalid("invalid_subscription", `the topics must be among ${topics.join(", ")}`);
  if (![1, 2, 3, 4].includes(maxRating)) throw invalid("invalid_subscription", "a low review has at most 1 to 4 stars");
  return { topics: known, maxRating };
}

const tooMany = () =>
  conflict("too_many_subscriptions", `an account can have at most ${maxSubscriptions} users with notifications`);

async function chosen({ users }: Pick<ReadStores, "users">, account: AccountId, choice: UserChoice): Promise<User> {
  const [user] = await ("id" in choice ? users.byIds(account, [choice.id]) : users.byEmails(account, [choice.email]));
  if (user) return user;
  throw userNotFound();
}

const itemOf = ({ topics: wanted, maxRating, mailedAt, failure }: Subscription, user: User): SubscriptionItem => ({
  user: { id: user.id, email: user.email },
  topics: wanted,
  at_most: maxRating,
  last_mailed: mailedAt === null ? null : isoInstant(mailedAt),
  failure,
});

/** Lists the subscriptions of an account, sorted by user id. */
export const listSubscriptions =
  ({ storage }: Ports) =>
  (account: AccountId): Promise<readonly SubscriptionItem[]> =>
    storage.read(account, async ({ subscriptions, users }) => {
      const all = await subscriptions.all(account);
      const found = await users.byIds(
        account,
        all.map(({ user }) => user),
      );
      const byId = new Map(found.map((user) => [user.id, user]));
      return all.flatMap((one) => {
        const user = byId.get(one.user);
        return user ? [itemOf(one, user)] : [];
      });
    });

/** Ends the notifications of a user. Throws `user_not_found` and `subscription_not_found`. */
export const unsubscribe =
  (ports: Ports) =>
  (account: AccountId, choice: UserChoice): Promise<void> =>
    ports.storage.transact(account, async (stores) => {
      const user = await chosen(stores, account, choice);
      if (!(await stores.subscriptions.of(account, user.id))) throw subscriptionNotFound();
      await stores.subscriptions.remove(account, user.id);
      const event = { at: ports.clock(), action: "unsubscribe_user", subject: `user ${user.id}` };
      await stores.audit.append(account, [byOperator(event, ports)]);
    });

const subscriptionNotFound = () => notFound("subscription_not_found", "these notifications do not exist or have ended");

const shape = /^[A-Za-z0-9_-]{22}$/;

async function owner({ storage }: Ports, id: string) {
  const found = shape.test(id) ? await storage.subscriptions.ownerOf(id) : undefined;
  if (found) return found;
  throw subscriptionNotFound();
}

/** Returns the practice whose notifications a link ends. Throws `subscription_not_found`. */
export const openSubscription = (ports: Ports) => async (id: string) => ({
  practice: (await owner(ports, id)).practice,
});

/** Ends notifications by their link. Throws `subscription_not_found`. */
export const endSubscription = (ports: Ports) => async (id: string, origin?: RequestOrigin) => {
  const { account, practice, user } = await owner(ports, id);
  await ports.storage.transact(account, async ({ subscriptions, audit }) => {
    if ((await subscriptions.of(account, user))?.id !== id) throw subscriptionNotFound();
    await subscriptions.remove(account, user);
    const event = { at: ports.clock(), action: "unsubscribe_user", subject: `user ${user}`, ...(origin && { origin }) };
    await audit.append(account, [byUser(user, event)]);
  });
  return { practice };
};
