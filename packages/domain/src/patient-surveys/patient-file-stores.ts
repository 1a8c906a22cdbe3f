import type { AccountId, PatientFileId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Window } from "../kernel/window.js";
import type { CahpsType } from "./cahps-type.js";
import type { PatientFile } from "./patient-file.js";

/** Which files: uploaded within a window, of one survey if one is named, after another in the order of the list. */
export type PatientFilePage = {
  readonly window: Window;
  readonly type?: CahpsType;
  readonly after?: { readonly createdAt: Instant; readonly id: number };
  readonly limit: number;
};

/** The patient files of an account. */
export interface PatientFileStore {
  /** 0 without any. */
  greatest(account: AccountId): Promise<number>;
  byId(account: AccountId, id: PatientFileId): Promise<PatientFile | undefined>;
  /** The last uploaded one first, of two of the same time the one with the greater id. */
  page(account: AccountId, page: PatientFilePage): Promise<PatientFile[]>;
  /** The parsed file with the greatest id that has this digest. */
  withDigest(account: AccountId, digest: string): Promise<PatientFile | undefined>;
  /** Those that are neither parsed nor failed, by id. */
  unfinished(account: AccountId): Promise<PatientFile[]>;
  /** Inserts a file, or replaces the one with the same id. */
  save(account: AccountId, file: PatientFile): Promise<void>;
}

/** What was said of a row, as it is kept: its item is JSON already. */
export type StoredWarning = { readonly id: number; readonly json: string };

/** What was said of the rows of patient files. */
export interface PatientWarningStore {
  /** Inserts warnings that are new. */
  append(account: AccountId, file: PatientFileId, warnings: readonly StoredWarning[]): Promise<void>;
  /** Those of a file after an id, by id. */
  page(
    account: AccountId,
    page: { readonly file: PatientFileId; readonly after: number; readonly limit: number },
  ): Promise<StoredWarning[]>;
  /** Takes some hundreds of a file's warnings out; answers how many there were. */
  remove(account: AccountId, file: PatientFileId): Promise<number>;
  /** Takes some of a file's warnings out; ids that are not there are passed over. */
  removeByIds(account: AccountId, file: PatientFileId, ids: readonly number[]): Promise<void>;
}
