import type { UserId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { plainCell } from "../kernel/plain-text.js";
import type { CallerKind, Principal } from "../kernel/principal.js";
import type { AuditOrigin, OperatorPort } from "./audit-origin.js";

/** An audited action and its outcome. Contains no patient data and no parameter values. */
export type AuditRecord = {
  /** Time of the action in milliseconds, so that actions within the same second stay in order. */
  readonly at: Instant;
  /** Kind of actor: an operator, the service itself, an invited user, or a caller of the API. */
  readonly actor: "operator" | "service" | "user" | CallerKind;
  /** Id of the service's user, token or client, or of the host's user. `null` for an operator and the service. */
  readonly actorId: string | null;
  /** Action: a use case such as `revoke_token`, or an endpoint such as `GET /v2/reviews`. */
  readonly action: string;
  /** Object that was changed, such as `token 7`. `null` if nothing was changed. */
  readonly subject: string | null;
  /** Names of the query parameters that filtered the result. */
  readonly filters: readonly string[];
  /** Number of rows that were read or changed. `null` if rows are not counted. */
  readonly rows: number | null;
  /** `ok`, or the reason why the action failed. */
  readonly outcome: string;
  /** Request, command or import run that caused the action. */
  readonly origin?: AuditOrigin;
};

type Event = Pick<AuditRecord, "at" | "action"> & Partial<AuditRecord>;

const unremarkable = { subject: null, filters: [], rows: null, outcome: "ok" } as const;

/** Creates the audit record of an action that the service performs by itself. */
export const byService = (event: Event): AuditRecord => ({
  actor: "service",
  actorId: null,
  ...unremarkable,
  ...event,
});

/** Creates the record of an action by an operator. `operator` returns the operator of this process. */
export function byOperator(event: Event, { operator }: OperatorPort): AuditRecord {
  const origin = { ...operator?.(), ...event.origin };
  return { ...byService(event), actor: "operator", ...(Object.keys(origin).length > 0 && { origin }) };
}

/** Creates the record of an action that a user took with their own invitation. */
export const byUser = (id: UserId, event: Event): AuditRecord => ({
  ...byService(event),
  actor: "user",
  actorId: String(id),
  subject: `user ${id}`,
});

/** Creates the record of an action by an authenticated caller. */
export const byPrincipal = ({ kind, id, origin }: Principal, event: Event): AuditRecord => ({
  actor: kind,
  actorId: String(id),
  ...unremarkable,
  ...(origin && { origin }),
  ...event,
});

/** Maximum number of characters of a string in an audit origin. */
const maxOriginLength = 200;

/** Converts an external string to plain text of at most 200 characters. Returns `undefined` if nothing is left. */
export const originText = (text: string): string | undefined => plainCell(text.slice(0, maxOriginLength)) || undefined;
