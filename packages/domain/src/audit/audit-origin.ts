import type { ImportRunId } from "../kernel/ids.js";
import type { RequestOrigin } from "../kernel/principal.js";

/** Where an audited action came from. Members that do not apply are absent. */
export type AuditOrigin = Partial<RequestOrigin> & {
  /** User of the operating system who ran the command. */
  readonly osUser?: string;
  readonly importRun?: ImportRunId;
  /** Import connection of a run. */
  readonly connection?: string;
  /** Set if the response was not sent to its end: the server stopped, or the client disconnected. */
  readonly cut?: "stop" | "disconnect";
};

/** Returns who runs this process. Absent in a server, where no operator is present. */
export type OperatorPort = { readonly operator?: (() => Pick<AuditOrigin, "osUser">) | undefined };
