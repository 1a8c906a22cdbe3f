import type { AccountId, FeedList, Instant, Storage, Stores, Widget } from "@repute/domain";

const lists: readonly FeedList[] = ["reviews", "surveys", "invites", "calls", "conversions", "responses/4"];
const parts = [
  ...(["locations", "providers", "listings", "groups", "platforms", "surveys", "messages", "campaigns"] as const),
] as const;

/** Returns all data that a storage contains for an account: lists, records, tokens and clients. */
export async function served(storage: Storage, account: AccountId): Promise<unknown> {
  const read = await Promise.all(lists.map(async (list) => [list, await itemsOf(storage, account, list)] as const));
  const clients = await storage.clients.all(account);
  const trail = (await gathered(storage.audit.read(account, 0 as Instant))).flat();
  return {
    lists: Object.fromEntries(read),
    account: await storage.accounts.byKey("acme"),
    credentials: (await storage.credentials.all(account)).map(({ id: _, ...credential }) => credential),
    clients: clients.map(({ clientId: _, ...client }) => client),
    // Sort the records, because records with the same timestamp have no defined order.
    trail: trail.map(({ action }) => action).sort(),
    records: await storage.transact(account, async (stores) => ({
      settings: await stores.settings.read(account),
      catalog: await stores.catalog.read(account, ...parts),
      metrics: await stores.listingMetrics.all(account),
      spends: await stores.spends.byIds(account, [1] as never),
      appointments: await stores.appointments.byIds(account, [1001, 1002] as never),
      submissions: await stores.submissions.byIds(account, [901] as never),
      conversions: await stores.conversions.byIds(account, "call", [801, 802] as never),
      connections: await stores.importConnections.all(account),
      stops: [...(await stores.stops.among(account, ["+18015550142"] as never))],
      users: await stores.users.all(account),
      widget: await widgetOf(stores, account),
      contacts: [...(await stores.contacts.earliest(account, ["+18015550142", "+18015550177"] as never))],
    })),
  };
}

/** Returns the account's widget without its random members. */
async function widgetOf({ widgets }: Stores, account: AccountId): Promise<unknown> {
  const { id: _id, reviewIdKey: _key, ...widget } = (await widgets.read(account)) ?? ({} as Widget);
  return widget;
}

async function itemsOf(storage: Storage, account: AccountId, list: FeedList): Promise<unknown> {
  const batches = await gathered(storage.feed.read(account, list, { tail: true }));
  return JSON.parse(`[${batches.map(({ json }) => Buffer.from(json).toString()).join()}]`);
}

async function gathered<T>(some: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of some) all.push(one);
  return all;
}
