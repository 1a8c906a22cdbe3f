import type { ImportRunId } from "../kernel/ids.js";
import { plainCell } from "../kernel/plain-text.js";
import type { RequestOrigin } from "../kernel/request-origin.js";

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

/** Maximum length of a string in an origin. */
const longestOrigin = 200;

/** Turns a string from outside into plain text of at most 200 characters. Returns undefined if nothing is left. */
export const originText = (text: string): string | undefined => plainCell(text.slice(0, longestOrigin)) || undefined;
