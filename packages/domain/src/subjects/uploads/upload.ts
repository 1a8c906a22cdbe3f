import type { UploadKind } from "../../foundation/access/access-ports.js";
import type { Principal } from "../../foundation/accounts/audit-trail.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId, UploadId } from "../../foundation/kernel/ids.js";
import type { JsonObject } from "../../foundation/kernel/json.js";
import { day, type Instant, isoInstant, plus } from "../../foundation/kernel/times.js";
import type { RecordType } from "../../foundation/records/record-type.js";
import type { UploadOptions } from "./upload-options.js";

export const uploadStates = ["queued", "running", "succeeded", "failed"] as const;
export type UploadState = (typeof uploadStates)[number];

/** File that a sender sent over HTTP, and the state of the work on it. */
export type Upload = {
  readonly id: UploadId;
  readonly kind: UploadKind;
  readonly options: UploadOptions;
  readonly receivedAt: Instant;
  /** Name that the sender gave to the file, without folders. */
  readonly fileName: string | null;
  readonly bytes: number;
  /** SHA-256 of the bytes as they were sent, in hexadecimal. */
  readonly sha256: string;
  /** Name of the content in the port `uploadFiles`. */
  readonly content: string;
  readonly sender: Pick<Principal, "kind" | "id" | "origin">;
  /** Earlier upload of the same file with the same options. */
  readonly repeats: UploadId | null;
  readonly state: UploadState;
  /** Process that works on the upload, and the end of its lease. Another process may then take over. */
  readonly holder: string | null;
  readonly until: Instant | null;
  /** Number of times that the work was begun. */
  readonly tries: number;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly progress: UploadProgress | null;
  /** Result of the work. While the upload runs, the result of work that was stored, or that is certain to be stored. */
  readonly result: UploadResult | null;
  readonly failure: UploadFailure | null;
};

/** Progress of the work on an upload, in lines or rows. `of` is the total number, once it is known. */
export type UploadProgress = { readonly phase: string; readonly done: number; readonly of: number | null };

/** Result of an upload that succeeded. `counts` has the members that the command for files of this kind prints. */
export type UploadResult = {
  readonly counts: JsonObject;
  /** Id of the import run, call import or patient file. */
  readonly run: number | null;
  readonly warnings: readonly (Problem & { readonly code?: string })[];
  /** Sentences about how the file was read. */
  readonly notes: readonly string[];
  /** Name of the accepted bundle load whose rest is still to be stored. */
  readonly staging?: string | undefined;
};

/** Reason why an upload failed. `problems` has at most 100 problems of the file. */
export type UploadFailure = { readonly code: string; readonly message: string; readonly problems: readonly Problem[] };

export const isEnded = ({ state }: Pick<Upload, "state">): boolean => state === "succeeded" || state === "failed";

/** Store of the uploads of an account. */
export interface UploadStore {
  byId(account: AccountId, id: UploadId): Promise<Upload | undefined>;
  /** Returns up to `limit` uploads with an id below `before`, newest first. */
  page(account: AccountId, before: number, limit: number): Promise<Upload[]>;
  /** Returns the uploads of a file, newest first. */
  ofFile(account: AccountId, sha256: string): Promise<Upload[]>;
  /** Returns the uploads that have not ended, oldest first. */
  unfinished(account: AccountId): Promise<Upload[]>;
  /** Inserts or replaces an upload by id. */
  save(account: AccountId, upload: Upload): Promise<void>;
  /** Deletes the ended uploads that were received before a time. */
  forget(account: AccountId, before: Instant): Promise<void>;
}

/** Upload that has not ended. */
export type WaitingUpload = {
  readonly account: AccountId;
  readonly id: UploadId;
  readonly content: string;
  readonly accountDisabled: boolean;
};

/** Finds uploads in all accounts. */
export interface UploadDirectory {
  /** Returns the uploads that have not ended, in the order in which they were received. */
  waiting(): Promise<readonly WaitingUpload[]>;
}

/** Upload as its sender sees it. */
export type UploadItem = {
  readonly id: number;
  readonly kind: UploadKind;
  readonly state: UploadState;
  /** Number of uploads of the account that come first, while the upload is queued. */
  readonly ahead: number | null;
  readonly received_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly file_name: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly repeats: number | null;
  readonly progress: UploadProgress | null;
  readonly counts: JsonObject | null;
  readonly run_id: number | null;
  readonly notes: readonly string[];
  readonly problems: readonly UploadProblem[];
};

/** Problem of a file. `code` is the code of the error or of a row that is not stored, or `warning` for a valid line. */
export type UploadProblem = Problem & { readonly code: string };

/** Converts an upload to the format that its sender sees. `unfinished` are the unfinished uploads of the account. */
export function uploadItem(upload: Upload, unfinished: readonly Upload[]): UploadItem {
  const { failure } = upload;
  const { counts, run, notes, warnings } = (isEnded(upload) && upload.result) || noResult;
  return {
    id: upload.id,
    kind: upload.kind,
    state: upload.state,
    ahead: upload.state === "queued" ? unfinished.filter(({ id }) => id < upload.id).length : null,
    received_at: isoInstant(upload.receivedAt),
    started_at: upload.startedAt && isoInstant(upload.startedAt),
    ended_at: upload.endedAt && isoInstant(upload.endedAt),
    file_name: upload.fileName,
    bytes: upload.bytes,
    sha256: upload.sha256,
    repeats: upload.repeats,
    progress: upload.progress,
    counts,
    run_id: run,
    notes,
    problems: failure ? problemsOf(failure) : warnings.map((one) => ({ code: "warning", ...one })),
  };
}

const noResult = { counts: null, run: null, notes: [], warnings: [] };

/** Returns the problems of a failure. A failure without a place in the file is one problem. */
const problemsOf = ({ code, message, problems }: UploadFailure): readonly UploadProblem[] =>
  (problems.length === 0 ? [{ message }] : problems).map((one) => ({ code, ...one }));

/** Number of days for which ended uploads are listed. */
const uploadDays = 90;

/** Record type for uploads. Every night, old uploads are deleted. */
export const uploadType: RecordType<"upload"> = {
  kind: "upload",
  expire: ({ uploads }, account, now) => uploads.forget(account, plus(now, -uploadDays * day)),
};
