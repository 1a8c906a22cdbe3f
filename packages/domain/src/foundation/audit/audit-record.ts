import type { UserId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { CredentialKind, Principal } from "../kernel/principal.js";
import { plainCell } from "../kernel/plain-text.js";
import type { AuditOrigin, OperatorPort } from "./audit-origin.js";

/** An audited action and its outcome. Contains no patient data and no parameter values. */
export type AuditRecord = {
  /** In milliseconds, so that actions within the same second stay in order. */
  readonly at: Instant;
  /** An operator, the service itself, a user with an invitation, or the kind of credential that was used. */
  readonly actor: "operator" | "service" | "user" | CredentialKind;
  /** Id of the user, token or client. `null` for an operator and the service. */
  readonly actorId: string | null;
  /** Use case such as `revoke_token`, or method and path pattern of an endpoint such as `GET /v2/reviews`. */
  readonly action: string;
  /** Changed object, such as `token 7`. `null` if nothing was changed. */
  readonly subject: string | null;
  /** Names of the parameters that filtered the read. */
  readonly filters: readonly string[];
  /** Number of rows read or changed. `null` if rows are not counted. */
  readonly rows: number | null;
  /** `ok`, or the reason for the failure. */
  readonly outcome: string;
  /** Request, command or import run that caused the action. */
  readonly origin?: AuditOrigin;
};

type Event = Pick<AuditRecord, "at" | "action"> & Partial<AuditRecord>;

const unremarkable = { subject: null, filters: [], rows: null, outcome: "ok" } as const;

/** Returns the record of an action by the service itself. */
export const byService = (event: Event): AuditRecord => ({
  actor: "service",
  actorId: null,
  ...unremarkable,
  ...event,
});

/** Returns the record of an action by an operator. `operator` supplies the operator of this process. */
export function byOperator(event: Event, { operator }: OperatorPort): AuditRecord {
  const origin = { ...operator?.(), ...event.origin };
  return { ...byService(event), actor: "operator", ...(Object.keys(origin).length > 0 && { origin }) };
}

/** Returns the record of a user's action with their own invitation. */
export const byUser = (id: UserId, event: Event): AuditRecord => ({
  ...byService(event),
  actor: "user",
  actorId: String(id),
  subject: `user ${id}`,
});

/** Returns the record of an action with a credential. */
export const byPrincipal = ({ kind, id, origin }: Principal, event: Event): AuditRecord => ({
  actor: kind,
  actorId: String(id),
  ...unremarkable,
  ...(origin && { origin }),
  ...event,
});

/** Maximum length of a string in an origin. */
const longestOrigin = 200;

/** Converts an external string to plain text of at most 200 characters. Returns `undefined` if nothing is left. */
export const originText = (text: string): string | undefined => plainCell(text.slice(0, longestOrigin)) || undefined;
