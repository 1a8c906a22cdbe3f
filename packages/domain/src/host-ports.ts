import type { AccountId } from "./foundation/kernel/ids.js";
import type { Ports, Storage } from "./ports.js";

type Member = "function" | "object" | "string";

/**
 * Expected type of a port: a function, or an object with the type of each member.
 * The compiler reports an error if the table of ports omits a port or a member.
 */
type Outline<Port> = Port extends (...args: never) => unknown ? "function" : { readonly [Name in keyof Port]: Member };

const outlines: { readonly [Name in keyof Ports]-?: Outline<NonNullable<Ports[Name]>> } = {
  storage: {
    transact: "function",
    read: "function",
    feed: "object",
    sealer: "object",
    counts: "object",
    accounts: "object",
    credentials: "object",
    clients: "object",
    assertions: "object",
    audit: "object",
    jobs: "object",
    widgets: "object",
    invitations: "object",
    invites: "object",
    subscriptions: "object",
    uploads: "object",
    trackers: "object",
    webhooks: "object",
  },
  clock: "function",
  operator: "function",
  process: { name: "string", repeat: "function" },
  secrets: { randomBytes: "function", sha256: "function", hmacSha256: "function" },
  partnerKeys: { checkUrl: "function", verify: "function" },
  accessTokens: { sign: "function", verify: "function" },
  inviteSender: { schedule: "function" },
  imageEncoder: "function",
  imageStore: { save: "function", of: "function", remove: "function" },
  invitationMailer: { send: "function" },
  notificationMailer: { send: "function" },
  passwordHasher: "function",
  commonPasswords: "function",
  passwordKeeper: { keep: "function", forget: "function" },
  uploadFiles: { receive: "function", open: "function", remove: "function", tidy: "function" },
  trackerKeys: { seal: "function", verify: "function" },
  webhookSender: { checkUrl: "function", newSecret: "function", send: "function" },
};

/**
 * Throws a `TypeError` at startup if a port or one of its methods is missing.
 * Without this check, a host application in plain JavaScript would fail only on the first request.
 * For example, spreading a class instance into an object does not copy its methods.
 */
export function checkPorts(ports: unknown): void {
  const members = membersOf(ports);
  const faults = Object.entries(outlines).flatMap(([name, outline]) => faultsOf(name, members[name], outline));
  if (faults.length > 0) throw new TypeError(`createDomain: ${faults.join("; ")}`);
}

function faultsOf(name: string, port: unknown, outline: "function" | Readonly<Record<string, Member>>): string[] {
  if (port === undefined || port === null) return optional.has(name) ? [] : [`ports.${name} is missing`];
  if (outline === "function") return typeof port === "function" ? [] : [`ports.${name} must be a function`];
  const members = membersOf(port);
  const lacking = Object.keys(outline).filter((member) => !is(members[member], outline[member]));
  return lacking.length > 0 ? [`ports.${name} lacks ${lacking.join(", ")}`] : [];
}

const is = (value: unknown, kind: Member | undefined): boolean => value !== null && typeof value === kind;

const optional: ReadonlySet<string> = new Set<keyof Ports>([
  "operator",
  "process",
  "inviteSender",
  "imageEncoder",
  "imageStore",
  "invitationMailer",
  "notificationMailer",
  "passwordHasher",
  "commonPasswords",
  "passwordKeeper",
  "uploadFiles",
  "trackerKeys",
  "webhookSender",
]);

const membersOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;

/** Wraps the storage so that it calls the listeners of an account after each commit that changes the account. */
export function announceCommits(ports: Ports) {
  const { storage: inside } = ports;
  const listeners = new Map<AccountId, Set<() => void>>();
  const announce = (account: AccountId) => listeners.get(account)?.forEach((listener) => listener());
  const { feed, sealer, counts, accounts, credentials, clients, assertions } = inside;
  const { audit, jobs, widgets, invitations, invites, subscriptions, uploads, trackers, webhooks } = inside;
  const storage: Storage = {
    ...{ feed, sealer, counts, accounts, credentials, clients, assertions },
    ...{ audit, jobs, widgets, invitations, invites, subscriptions, uploads, trackers, webhooks },
    ...(inside.scrub && { scrub: async () => (await inside.scrub?.()) ?? true }),
    read: (account, work) => inside.read(account, work),
    async transact(account, work) {
      const result = await inside.transact(account, work);
      announce(account);
      return result;
    },
  };
  return {
    ports: { ...ports, storage },
    /**
     * Registers a listener that is called after each commit on an account by this process. `poll` calls it after
     * commits by other processes.
     * Returns a function that removes the listener.
     */
    listen(account: AccountId, listener: () => void): () => void {
      const own = listeners.get(account) ?? new Set<() => void>();
      listeners.set(account, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(account);
      };
    },
    poll: commitPoll(feed, announce),
  };
}

/**
 * Returns a function that announces every account whose feed revision differs from the previous call. The first call
 * announces every account.
 */
function commitPoll(feed: Storage["feed"], announce: (account: AccountId) => void) {
  let lastCommit: number | undefined;
  const known = new Map<AccountId, number>();
  return async (): Promise<void> => {
    const commit = await feed.commitNumber();
    if (commit === lastCommit) return;
    for (const { account, revision } of await feed.revisions()) {
      if (known.get(account) === revision) continue;
      known.set(account, revision);
      announce(account);
    }
    lastCommit = commit;
  };
}
