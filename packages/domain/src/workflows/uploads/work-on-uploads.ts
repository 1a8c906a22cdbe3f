import { conflict, type DomainError, isDomainError } from "../../foundation/kernel/domain-error.js";
import { base62, numberOf } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { JobLease } from "../../foundation/kernel/jobs.js";
import type { JsonObject } from "../../foundation/kernel/json.js";
import type { OnStored, Ports, Stores } from "../../foundation/kernel/storage.js";
import { day, type Instant, plus, second } from "../../foundation/kernel/times.js";
import { callImportItem, type CallImportReport, importCalls } from "../../subjects/calls/import-calls.js";
import { explainFile } from "../../subjects/imports/explain.js";
import { finishRuns } from "../../subjects/imports/apply.js";
import type { ImportRunItem } from "../../subjects/imports/import-run.js";
import { importAppointments, showAttempt, tidyAttempts } from "../../subjects/imports/imports.js";
import {
  type ParsedPatientFile,
  parsePatientFile,
  patientFileCounts,
} from "../../subjects/patient-surveys/parse-patient-file.js";
import { importReviews, type ReviewImportReport } from "../../subjects/review-imports/import-reviews.js";
import {
  isEnded,
  type Upload,
  type UploadFailure,
  type UploadProgress,
  type UploadResult,
  type WaitingUpload,
} from "../../subjects/uploads/upload.js";
import { type AcceptedLoad, completeLoad, loadBundle, type LoadReport } from "../bundle/load-bundle.js";
import { finishLoad } from "../bundle/staged-load.js";
import { filesOf } from "./accept-upload.js";
import type { UploadedFile } from "./upload-files.js";

/** Time after which another process may take over, and time between two renewals. */
const [lease, renewal] = [10 * second, 3 * second];

/** Number of times that work on an upload is begun. A file that ends its process would otherwise do so forever. */
const maxTries = 5;

/** Maximum number of uploads that one process works on at the same time. Each is of another account. */
const slots = 2;

/** Time after which an upload fails that nobody could work on. */
const maxWait = 7 * day;

type WorkOptions = {
  /** Returns true to start no further work. Running work ends first. */
  readonly isStopping?: () => boolean;
  /** Receives unexpected errors. The upload then fails with the code `internal_error`. */
  readonly onError?: (error: unknown) => void;
};

/**
 * Works on the waiting uploads of all accounts until there are none that this process can work on. Returns the number
 * of uploads that ended. Uploads of an account follow one another. Several processes may do this at the same time.
 */
export function workOnUploads(ports: Ports) {
  return async (options: WorkOptions = {}): Promise<number> => {
    const { isStopping = () => false, onError = () => {} } = options;
    const running = new Map<AccountId, Promise<void>>();
    const left = new Set<string>();
    let ended = 0;

    async function work(waiting: WaitingUpload): Promise<void> {
      const isDone = await workOn(ports, waiting, onError).catch((error: unknown) => onError(error));
      if (isDone) ended += 1;
      else left.add(nameOf(waiting));
    }

    for (;;) {
      const next = await nextOf(running, left);
      if (next && running.size < slots && !isStopping()) {
        running.set(
          next.account,
          work(next).finally(() => running.delete(next.account)),
        );
      } else if (running.size > 0) await Promise.race(running.values());
      else return ended;
    }
  };

  /** Returns the oldest upload of an account that has no running upload and no older upload that must wait. */
  async function nextOf(running: ReadonlyMap<AccountId, unknown>, left: ReadonlySet<string>) {
    const blocked = new Set<AccountId>(running.keys());
    for (const waiting of await ports.storage.uploads.waiting()) {
      if (waiting.accountDisabled || blocked.has(waiting.account)) continue;
      if (!left.has(nameOf(waiting))) return waiting;
      blocked.add(waiting.account);
    }
    return undefined;
  }
}

const nameOf = ({ account, id }: WaitingUpload): string => `${account} ${id}`;

/** Works on an upload. Returns false if it cannot be worked on here or now. */
async function workOn(ports: Ports, waiting: WaitingUpload, onError: (error: unknown) => void): Promise<boolean> {
  const files = filesOf(ports);
  const file = await files.open(waiting.content);
  try {
    const holder = `${ports.process?.name ?? "process"}#${base62(numberOf(ports.secrets.randomBytes(8)), 11)}`;
    const upload = await claim(ports, waiting, file ? holder : null);
    if (!upload) return false;
    // Another process that has taken over still needs the content.
    if (file && !isEnded(upload) && !(await finish(ports, waiting.account, upload, file, onError))) return false;
  } finally {
    await file?.close();
  }
  await files.remove(waiting.content);
  return true;
}

/** Works on a claimed upload and stores the outcome. Returns false if the upload has not ended. */
async function finish(
  ports: Ports,
  account: AccountId,
  upload: Upload,
  file: UploadedFile,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const outcome = await outcomeOf(ports, account, upload, file, onError);
  const free = { holder: null, until: null };
  if ("later" in outcome) {
    const again = (one: Upload): Upload => ({ ...one, ...free, state: "queued", tries: one.tries - 1 });
    await change(ports, account, upload, again);
    return false;
  }
  const endedAt = await ports.storage.transact(account, async (_, now) => now);
  const state = outcome.failure ? "failed" : "succeeded";
  const end = { ...free, state, endedAt, progress: null, result: null, ...outcome } as const;
  return change(ports, account, upload, (one) => ({ ...one, ...end }));
}

/**
 * Takes an upload for a process. Returns it with its new state, which is `failed` if it must no longer be worked on.
 * Returns `undefined` if another process or an older upload of the account comes first. Without a holder, only
 * an upload that has waited too long changes.
 */
function claim({ storage }: Ports, { account, id }: WaitingUpload, holder: string | null): Promise<Upload | undefined> {
  return storage.transact(account, async ({ uploads, callers }, now) => {
    const upload = await uploads.byId(account, id);
    if (!upload || isEnded(upload)) return upload;
    const isHeld = (one: Upload) => one.until !== null && one.until > now;
    if ((await uploads.unfinished(account)).some((one) => one.id <= id && isHeld(one))) return undefined;
    // The account can be disabled after the waiting uploads were listed.
    const isPossible = holder !== null && (await callers.mayWrite(account, undefined, now));
    const maySend = () => callers.mayWrite(account, { account, ...upload.sender }, now);
    const failure = await refusal(upload, { isPossible, maySend, now });
    if (!failure && !isPossible) return undefined;
    const claimed: Upload = failure
      ? { ...upload, state: "failed", holder: null, until: null, endedAt: now, failure }
      : {
          ...upload,
          ...{ state: "running", holder, until: plus(now, lease), tries: upload.tries + 1 },
          startedAt: upload.startedAt ?? now,
        };
    await uploads.save(account, claimed);
    return claimed;
  });
}

/** Returns why the work on an upload must not begin, or begin again. Work that was stored is completed in any case. */
async function refusal(
  { result, receivedAt, tries }: Upload,
  about: { readonly isPossible: boolean; readonly maySend: () => Promise<boolean>; readonly now: Instant },
): Promise<UploadFailure | undefined> {
  if (result) return undefined;
  if (receivedAt <= plus(about.now, -maxWait)) return waitedTooLong;
  if (!about.isPossible) return undefined;
  if (tries >= maxTries) return oftenInterrupted;
  return (await about.maySend()) ? undefined : tokenRevoked;
}

const waitedTooLong: UploadFailure = {
  code: "waited_too_long",
  message: "the file waited for 7 days, because its server or its account was not available; send it again",
  problems: [],
};

const oftenInterrupted: UploadFailure = {
  code: "interrupted",
  message: "the work on the file was interrupted several times; check the file, or ask the operator",
  problems: [],
};

const tokenRevoked: UploadFailure = {
  code: "token_revoked",
  message: "the token was disabled, revoked or expired before the work began",
  problems: [],
};

/** Changes an upload if a process still holds it. Returns whether it does. */
const change = ({ storage }: Ports, account: AccountId, of: Upload, to: (upload: Upload) => Upload): Promise<boolean> =>
  storage.transact(account, (stores) => changeIn(stores, account, of, to));

async function changeIn(
  { uploads }: Pick<Stores, "uploads">,
  account: AccountId,
  { id, holder }: Upload,
  to: (upload: Upload) => Upload,
): Promise<boolean> {
  const upload = await uploads.byId(account, id);
  if (!upload || upload.holder !== holder) return false;
  await uploads.save(account, to(upload));
  return true;
}

/** How the work on an upload ended. `later` means that it can be begun again. */
type Outcome =
  | { readonly result?: UploadResult; readonly failure?: UploadFailure }
  | { readonly later: true; readonly failure?: undefined };

/** Works on a file, and stores the progress meanwhile. */
async function outcomeOf(
  ports: Ports,
  account: AccountId,
  upload: Upload,
  file: UploadedFile,
  onError: (error: unknown) => void,
): Promise<Outcome> {
  let progress: UploadProgress | null = null;
  const renew = async () => {
    const now = await ports.storage.transact(account, async (_, at) => at);
    await change(ports, account, upload, (one) => ({ ...one, progress, until: plus(now, lease) }));
  };
  // If a renewal fails, the next one decides. Without the database, no other process can take over.
  const stop = ports.process?.repeat(renewal, () => void renew().catch(() => {}));
  const notes: string[] = [];
  const resultOf = (done: Done): UploadResult => ({
    run: null,
    warnings: [],
    notes: notes.slice(0, maxNotes),
    ...done,
  });
  try {
    if (upload.result) return { result: await complete(ports, account, upload, upload.result) };
    const sender = { account, ...upload.sender };
    const done = await perform({ ...ports, operator: () => ({ sender }) }, account, upload, file, {
      onProgress: (one) => void (progress = one),
      onNotice: (text) => void notes.push(text),
      async onStored(stores, stored) {
        const result = resultOf(stored);
        if (!(await changeIn(stores, account, upload, (one) => ({ ...one, result })))) throw takenOver();
      },
    });
    return { result: resultOf(done) };
  } catch (error) {
    if (isDomainError(error) && error.kind === "unavailable") return { later: true };
    if (!isDomainError(error)) onError(error);
    return { failure: isDomainError(error) ? failureOf(error) : internalError };
  } finally {
    stop?.();
  }
}

const maxNotes = 20;

const failureOf = ({ code, message, problems }: DomainError): UploadFailure => ({ code, message, problems });

const internalError: UploadFailure = {
  code: "internal_error",
  message: "an unexpected error occurred; the operator's log has the details",
  problems: [],
};

const takenOver = () =>
  conflict("file_interrupted", "another process took over the work on this file, because this one stopped responding");

/** Ends work that another process stored, or that it decided to store. */
async function complete(
  ports: Ports,
  account: AccountId,
  { kind }: Upload,
  { staging, ...result }: UploadResult,
): Promise<UploadResult> {
  if (kind === "bundle" && staging !== undefined) {
    const report = result.counts as unknown as LoadReport;
    return { ...result, counts: { ...(await completeLoad(ports, account, { report, staging })) } };
  }
  if (kind !== "appointments" || result.run === null) return result;
  await finishRuns(ports)(account);
  await tidyAttempts(ports, account);
  const { run } = await showAttempt(ports)(account, result.run, "run");
  return { ...result, ...(run && { counts: run }) };
}

type Reporting = {
  readonly onProgress: (progress: UploadProgress) => void;
  readonly onNotice: (text: string) => void;
  readonly onStored: OnStored<Done>;
};

type Done = Pick<UploadResult, "counts"> & Partial<UploadResult>;

/** Does the work of the command for files of this kind. */
async function perform(
  ports: Ports,
  account: AccountId,
  upload: Upload,
  file: UploadedFile,
  { onProgress, onNotice, onStored }: Reporting,
): Promise<Done> {
  const { kind, options, fileName, receivedAt } = upload;
  const { dryRun = false, allowDeletions, test: isTest = false, explain, format, type, by, ...others } = options;
  const onRows = ({ phase, rows, of }: RowProgress) => onProgress({ phase, done: rows, of: of ?? null });
  // A file that waited in the queue counts as uploaded when it arrived.
  const about = { uploadedAt: receivedAt, ...others, ...(fileName !== null && { fileName }), onProgress: onRows };
  /** Work that stores the result of a use case as it will be shown. */
  const storing = <T>(shown: (result: T) => Done) => ({
    onStored: (stores: Stores, result: T) => onStored(stores, shown(result)),
  });
  const kinds: Readonly<Record<Upload["kind"], () => Promise<Done>>> = {
    async bundle() {
      const report = await loadBundle(ports)(account, file.bundle(), {
        dryRun,
        ...(allowDeletions !== undefined && { allowDeletions }),
        onProgress: ({ phase, lines, of }) => onProgress({ phase, done: lines, of: of ?? null }),
        ...storing(doneOf.bundle),
      });
      return doneOf.bundle({ report });
    },
    async calls() {
      const how = { ...about, ...(format && { tracker: format }), dryRun, ...storing(doneOf.calls) };
      return doneOf.calls(await importCalls(ports)(account, file.calls(onNotice), how));
    },
    async patients() {
      if (!type) throw new Error("an upload of patients has no type");
      const how = { ...about, ...(by && { createdBy: by }), isTest, ...storing(doneOf.patients) };
      return doneOf.patients(await parsePatientFile(ports)(account, file.patients(type, onNotice), how));
    },
    async reviews() {
      const { platform } = about;
      if (!platform) throw new Error("an upload of reviews has no platform");
      const how = { ...about, platform, dryRun, ...storing(doneOf.reviews) };
      return doneOf.reviews(await importReviews(ports)(account, file.reviews(onNotice), how));
    },
    async appointments() {
      const rows = file.appointments(onNotice);
      if (explain) return { counts: (await explainFile(ports)(account, rows, about)) as unknown as JsonObject };
      const finish = (one: AccountId) => finishLoad(ports, one);
      const how = { ...about, isTest, ...storing(doneOf.appointments) };
      return doneOf.appointments(await importAppointments(ports, finish)(account, rows, how));
    },
  };
  return kinds[kind]();
}

/** Results of the use cases in the format that senders see. */
const doneOf = {
  bundle: ({ report: { warnings = [], ...counts }, staging }: AcceptedLoad): Done => ({ counts, warnings, staging }),
  calls: (report: CallImportReport): Done => ({ counts: callImportItem(report), run: report.id ?? null }),
  patients: (parsed: ParsedPatientFile): Done => ({ counts: patientFileCounts(parsed), run: parsed.item.file_id }),
  reviews: ({ problems, ...counts }: ReviewImportReport): Done => ({
    counts,
    warnings: problems.map((one) => ({ code: "reviews_invalid", ...one })),
  }),
  appointments: (run: ImportRunItem): Done => ({ counts: run, run: run.import_id }),
};

type RowProgress = { readonly phase: string; readonly rows: number; readonly of?: number };

/**
 * Returns whether a process could begin work on an upload now. If not, also returns the lease that ends first: its process
 * may have been killed.
 */
export const waitingWork =
  ({ storage, clock }: Ports) =>
  async (): Promise<{ readonly isReady: boolean; readonly held?: JobLease }> => {
    let held: JobLease | undefined;
    const waiting = (await storage.uploads.waiting()).filter(({ accountDisabled }) => !accountDisabled);
    for (const account of new Set(waiting.map((one) => one.account))) {
      const lease = await storage.read(account, async ({ uploads }) => leaseIn(await uploads.unfinished(account)));
      if (!lease || lease.until <= clock()) return { isReady: true };
      if (!held || lease.until < held.until) held = lease;
    }
    return { isReady: false, ...(held && { held }) };
  };

/** Returns the lease of the upload of an account that a process works on. */
function leaseIn(unfinished: readonly Upload[]): JobLease | undefined {
  for (const { holder, until } of unfinished) if (holder !== null && until !== null) return { holder, until };
  return undefined;
}

/** Removes the content of uploads that were never stored, or that have ended. */
export const tidyUploads = async ({ storage, uploadFiles }: Ports): Promise<void> =>
  uploadFiles?.tidy(new Set((await storage.uploads.waiting()).map(({ content }) => content)));
