import type { UserId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { CredentialKind, Principal } from "../kernel/principal.js";
import { plainCell } from "../kernel/plain-text.js";
import type { AuditOrigin, OperatorPort } from "./audit-origin.js";

/** Who did what, or was refused it. Never patient data, never the value of a parameter. */
export type AuditRecord = {
  /** To the millisecond: what happened within a second is in order. */
  readonly at: Instant;
  /** An operator, the service by itself, a user with an invitation, or the kind of credential that was used. */
  readonly actor: "operator" | "service" | "user" | CredentialKind;
  /** Which one: a user's or a token's number, or a client's id; `null` where there is but one. */
  readonly actorId: string | null;
  /** A use case such as `revoke_token`, or method and pattern of an endpoint: `GET /v2/reviews`. */
  readonly action: string;
  /** What was changed, such as `token 7`; `null` where nothing was. */
  readonly subject: string | null;
  /** The names of the parameters that narrowed what was read. */
  readonly filters: readonly string[];
  /** How many rows were read or changed; `null` where that is not counted. */
  readonly rows: number | null;
  /** `ok`, or why not. */
  readonly outcome: string;
  /** Request, command or import run that did it. */
  readonly origin?: AuditOrigin;
};

type Event = Pick<AuditRecord, "at" | "action"> & Partial<AuditRecord>;

const unremarkable = { subject: null, filters: [], rows: null, outcome: "ok" } as const;

/** What the service did by itself. */
export const byService = (event: Event): AuditRecord => ({
  actor: "service",
  actorId: null,
  ...unremarkable,
  ...event,
});

/** What an operator did, from the process that `operator` describes. */
export function byOperator(event: Event, { operator }: OperatorPort): AuditRecord {
  const origin = { ...operator?.(), ...event.origin };
  return { ...byService(event), actor: "operator", ...(Object.keys(origin).length > 0 && { origin }) };
}

/** What a user did with an invitation of their own. */
export const byUser = (id: UserId, event: Event): AuditRecord => ({
  ...byService(event),
  actor: "user",
  actorId: String(id),
  subject: `user ${id}`,
});

/** What somebody did with a credential. */
export const byPrincipal = ({ kind, id, origin }: Principal, event: Event): AuditRecord => ({
  actor: kind,
  actorId: String(id),
  ...unremarkable,
  ...(origin && { origin }),
  ...event,
});

/** Maximum length of a string in an origin. */
const longestOrigin = 200;

/** Turns a string from outside into plain text of at most 200 characters. Returns undefined if nothing is left. */
export const originText = (text: string): string | undefined => plainCell(text.slice(0, longestOrigin)) || undefined;
