import type { Instant } from "../kernel/instant.js";
import type { Ports } from "../ports.js";

export type ImportOptions = {
  /** The name of the connection; the account's only one when absent. */
  readonly connection?: string;
  /** Judge everything, store nothing but the run. */
  readonly isTest?: boolean;
  /** When the file came in; now when absent. Day rules and intervals are held against it. */
  readonly uploadedAt?: Instant;
  readonly onProgress?: (progress: ImportProgress) => void;
};

/** How far a run is: `of` is known once the file was read. */
export type ImportProgress = {
  readonly phase: "reading" | "judging" | "storing";
  readonly rows: number;
  readonly of?: number;
};

export type ImportPorts = Pick<Ports, "storage" | "clock" | "secrets" | "inviteSender">;
