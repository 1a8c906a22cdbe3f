import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/times.js";
import type { Window } from "../../foundation/kernel/window.js";
import type { CahpsType } from "./cahps-type.js";
import type { PatientFile } from "./patient-file.js";

/** Selection of patient files by upload time and survey. `after` is the last file of the previous page. */
export type PatientFilePage = {
  readonly window: Window;
  readonly type?: CahpsType;
  readonly after?: { readonly createdAt: Instant; readonly id: number };
  readonly limit: number;
};

export interface PatientFileStore {
  byId(account: AccountId, id: PatientFileId): Promise<PatientFile | undefined>;
  /**
   * Returns a page of patient files, latest upload first. Files with the same upload time are sorted by descending id.
   */
  page(account: AccountId, page: PatientFilePage): Promise<PatientFile[]>;
  /** Returns the parsed file with this digest. If there are several, returns the file with the highest id. */
  withDigest(account: AccountId, digest: string): Promise<PatientFile | undefined>;
  /** Returns the files that are neither parsed nor failed, sorted by id. */
  unfinished(account: AccountId): Promise<PatientFile[]>;
  /** Inserts or replaces a file by id. */
  save(account: AccountId, file: PatientFile): Promise<void>;
}

/** Stored findings of one row. `json` is the published item. */
export type StoredWarning = { readonly id: number; readonly json: string };

/** Store of the findings about rows of patient files. */
export interface PatientWarningStore {
  /** Adds findings. Their ids must be new. */
  append(account: AccountId, file: PatientFileId, warnings: readonly StoredWarning[]): Promise<void>;
  /** Returns a page of a file's findings, sorted by id. */
  page(
    account: AccountId,
    page: { readonly file: PatientFileId; readonly after: number; readonly limit: number },
  ): Promise<StoredWarning[]>;
  /** Deletes findings of a file by id. Ignores unknown ids. */
  remove(account: AccountId, file: PatientFileId, ids: readonly number[]): Promise<void>;
}
