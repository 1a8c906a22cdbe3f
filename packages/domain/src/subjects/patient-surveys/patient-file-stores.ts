import type { AccountId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Window } from "../../foundation/kernel/window.js";
import type { CahpsType } from "./cahps-type.js";
import type { PatientFile } from "./patient-file.js";

/** Page of files uploaded in a window, optionally of one survey, after a position in the list. */
export type PatientFilePage = {
  readonly window: Window;
  readonly type?: CahpsType;
  readonly after?: { readonly createdAt: Instant; readonly id: number };
  readonly limit: number;
};

/** Store of an account's patient files. */
export interface PatientFileStore {
  /** Returns the highest id, or 0 if there are no files. */
  greatest(account: AccountId): Promise<number>;
  byId(account: AccountId, id: PatientFileId): Promise<PatientFile | undefined>;
  /** Returns files newest upload first, then by id, descending. */
  page(account: AccountId, page: PatientFilePage): Promise<PatientFile[]>;
  /** Returns the parsed file with this digest and the highest id. */
  withDigest(account: AccountId, digest: string): Promise<PatientFile | undefined>;
  /** Returns the files that are neither parsed nor failed, by id. */
  unfinished(account: AccountId): Promise<PatientFile[]>;
  /** Upserts a file by id. */
  save(account: AccountId, file: PatientFile): Promise<void>;
}

/** Stored findings of a row, with the item as JSON. */
export type StoredWarning = { readonly id: number; readonly json: string };

/** Store of findings about the rows of patient files. */
export interface PatientWarningStore {
  /** Inserts new findings. */
  append(account: AccountId, file: PatientFileId, warnings: readonly StoredWarning[]): Promise<void>;
  /** Returns a page of a file's findings by id, ascending. */
  page(
    account: AccountId,
    page: { readonly file: PatientFileId; readonly after: number; readonly limit: number },
  ): Promise<StoredWarning[]>;
  /** Deletes a few hundred of a file's findings. Returns the number deleted. */
  remove(account: AccountId, file: PatientFileId): Promise<number>;
  /** Deletes a file's findings by id. Ignores unknown ids. */
  removeByIds(account: AccountId, file: PatientFileId, ids: readonly number[]): Promise<void>;
}
