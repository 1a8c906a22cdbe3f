import type { Instant } from "../kernel/instant.js";
import type { Secrets } from "../kernel/secrets.js";
import type { LastLoad } from "../loads/is-loading.js";
import type { SuppressionReads } from "../suppression/suppression.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import type { ImportAttemptItem } from "./import-attempt.js";
import type { ImportRunItem } from "./import-items.js";
import type { ImportConnectionStore, ImportRunStore } from "./import-stores.js";
import type { LookUpStores } from "./known-records.js";
import type { StorePorts } from "./store-ports.js";

export type ImportOptions = {
  /** The name of the connection; the account's only one when absent. */
  readonly connection?: string;
  /** Judge everything, store nothing but the run. */
  readonly isTest?: boolean;
  /** When the file came in; now when absent. Day rules and intervals are held against it. */
  readonly uploadedAt?: Instant;
  /** Name or path of the file. The attempt records the base name. */
  readonly fileName?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called once when the attempt has ended, before the import returns or throws. */
  readonly onEnd?: (end: ImportEnd) => void;
};

/** How an attempt ended. `earlier` is the last run of the same file with the same connection and test mode. */
export type ImportEnd = { readonly attempt: ImportAttemptItem; readonly earlier: ImportRunItem | null };

/** How far a run is: `of` is known once the file was read. */
export type ImportProgress = {
  readonly phase: "reading" | "checking" | "storing";
  readonly rows: number;
  readonly of?: number;
};

/** What judging a run reads. */
type JudgingStores = LookUpStores &
  LastLoad &
  SuppressionReads &
  SettingStores & {
    readonly importConnections: Pick<ImportConnectionStore, "all">;
    readonly importRuns: Pick<ImportRunStore, "last" | "incomplete" | "withDigest">;
  };

export type ImportPorts = StorePorts<JudgingStores, LastLoad> & { readonly secrets: Secrets };
