import type { Instant } from "../../foundation/kernel/instant.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";
import type { LastLoad } from "../../foundation/loads/is-loading.js";
import type { SuppressionReads } from "../../foundation/suppression/suppression.js";
import type { SettingStores } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ImportAttemptItem } from "./import-attempt.js";
import type { ImportRunItem } from "./import-items.js";
import type { ImportConnectionStore, ImportRunStore } from "./import-stores.js";
import type { LookUpStores } from "./known-records.js";
import type { StorePorts } from "./store-ports.js";

export type ImportOptions = {
  /** Name of the connection. Defaults to the account's only connection. */
  readonly connection?: string;
  /** If true, checks all rows without storing appointments or invites. */
  readonly isTest?: boolean;
  /**
   * Time when the file was received. Defaults to the current time. Rules about days and intervals are relative to this
   * time.
   */
  readonly uploadedAt?: Instant;
  /** Name or path of the file. The attempt stores only the name without the folder. */
  readonly fileName?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Function that is called once when the attempt ends, before the import returns or throws. */
  readonly onEnd?: (end: ImportEnd) => void;
};

/** Result of an import attempt. `earlier` is the last run of the same file with the same connection and test mode. */
export type ImportEnd = { readonly attempt: ImportAttemptItem; readonly earlier: ImportRunItem | null };

/** Progress of an import. `of` is the total number of rows, which is known after the first reading. */
export type ImportProgress = {
  readonly phase: "reading" | "checking" | "storing";
  readonly rows: number;
  readonly of?: number;
};

type JudgingStores = LookUpStores &
  LastLoad &
  SuppressionReads &
  SettingStores & {
    readonly importConnections: Pick<ImportConnectionStore, "all">;
    readonly importRuns: Pick<ImportRunStore, "last" | "incomplete" | "withDigest">;
  };

export type ImportPorts = StorePorts<JudgingStores, LastLoad> & { readonly secrets: Secrets };
