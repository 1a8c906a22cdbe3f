import type { Ports } from "./ports.js";

type Member = "function" | "object";

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
    accounts: "object",
    credentials: "object",
    clients: "object",
    assertions: "object",
    audit: "object",
    jobs: "object",
    widgets: "object",
    invitations: "object",
    invites: "object",
  },
  clock: "function",
  operator: "function",
  secrets: { randomBytes: "function", sha256: "function", hmacSha256: "function" },
  partnerKeys: { checkUrl: "function", verify: "function" },
  accessTokens: { sign: "function", verify: "function" },
  inviteSender: { schedule: "function" },
  imageEncoder: "function",
  imageStore: { save: "function", of: "function", remove: "function" },
  invitationMailer: { send: "function" },
  passwordHasher: "function",
  commonPasswords: "function",
  passwordKeeper: { keep: "function", forget: "function" },
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
  "inviteSender",
  "imageEncoder",
  "imageStore",
  "invitationMailer",
  "passwordHasher",
  "commonPasswords",
  "passwordKeeper",
]);

const membersOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;
