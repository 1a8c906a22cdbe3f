import type { BundleSource } from "../bundle/bundle-lines.js";
import type { CallFile } from "../../subjects/calls/tracked-call.js";
import type { ImportFile } from "../../subjects/imports/source-system.js";
import type { CahpsType, PatientSource } from "../../subjects/patient-surveys/patient-rows.js";
import type { ReviewFile } from "../../subjects/reviews/review-rows.js";

/** Content that was received. The hashes are hexadecimal. `sha512` is present if it was requested. */
export type ReceivedContent = {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly sha512?: string;
};

/** Receives sentences about how a file was read. They never repeat the content of the file. */
type OnNotice = (text: string) => void;

/** Content of an upload, to be read as a file of one kind. */
export interface UploadedFile {
  bundle(): BundleSource;
  appointments(onNotice: OnNotice): ImportFile;
  calls(onNotice: OnNotice): CallFile;
  patients(type: CahpsType, onNotice: OnNotice): PatientSource;
  reviews(onNotice: OnNotice): ReviewFile;
  close(): Promise<void>;
}

/** Keeps the content of uploads until the work on them has ended. */
export interface UploadFiles {
  /**
   * Stores a body under a new name, so that it survives a crash. If the body breaks off, nothing remains.
   * Throws `upload_too_large` and `disk_full`.
   */
  receive(body: AsyncIterable<Uint8Array>, options: { readonly sha512: boolean }): Promise<ReceivedContent>;
  /** Opens content. Returns `undefined` if it is not here, for example because another server received it. */
  open(name: string): Promise<UploadedFile | undefined>;
  /** Removes content. Does nothing if it does not exist. */
  remove(name: string): Promise<void>;
  /** Removes content that was received more than a day ago and is not among `wanted`. */
  tidy(wanted: ReadonlySet<string>): Promise<void>;
}
