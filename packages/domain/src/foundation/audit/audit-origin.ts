import type { ImportRunId } from "../kernel/ids.js";
import type { RequestOrigin } from "../kernel/principal.js";

/** Origin of an audited action. Members that do not apply are absent. */
export type AuditOrigin = Partial<RequestOrigin> & {
  /** Operating system user who ran the command. */
  readonly osUser?: string;
  readonly importRun?: ImportRunId;
  readonly connection?: string;
  /** Reason for an incomplete response: the server stopped or the client disconnected. */
  readonly cut?: "stop" | "disconnect";
};

/** Function that returns the operator who runs a command. Servers do not have it because no operator runs them. */
export type OperatorPort = { readonly operator?: (() => Pick<AuditOrigin, "osUser">) | undefined };
