import { countText } from "./elements.js";
import { headersOf, RefusedRequest, refusalOf } from "./requests.js";
import type { Session } from "./session.js";

export type Kind = "appointments" | "calls" | "patients" | "reviews" | "bundle";

/** File that was sent to the service, and the state of the work on it. */
export type Load = {
  readonly id: number;
  readonly kind: Kind;
  readonly state: "queued" | "running" | "succeeded" | "failed";
  readonly ahead: number | null;
  readonly received_at: string;
  readonly ended_at: string | null;
  readonly file_name: string | null;
  readonly sha256: string;
  readonly progress: { readonly done: number; readonly of: number | null } | null;
  readonly counts: Readonly<Record<string, unknown>> | null;
  readonly run_id: number | null;
  readonly notes: readonly string[];
  readonly problems: readonly {
    readonly line?: number;
    readonly row?: number;
    readonly key?: string;
    readonly message: string;
  }[];
};

export const kindTitles: Readonly<Record<Kind, string>> = {
  appointments: "Appointments",
  calls: "Calls",
  patients: "Patients for a survey",
  reviews: "Reviews",
  bundle: "Account bundle",
};

/** Returns true if a load has stored the rows of its file. Tests have not. */
export const isStored = ({ state, counts }: Load): boolean =>
  state === "succeeded" && (counts?.["stored"] === true || counts?.["is_test"] === false);

export const nameOf = ({ file_name: name, id }: Load): string => name ?? `File ${id}`;

/** Describes the state of a load. */
export function stateText(load: Load): string {
  const { state, ahead, progress, problems } = load;
  if (state === "queued") return ahead ? `Waiting. Files that come first: ${ahead}` : "Waiting";
  if (state === "running") return `Working on the file${progress ? `: ${progressText(progress)}` : ""}`;
  if (state === "failed") return `Not imported: ${problems.slice(0, 1).map(problemText).join("")}`;
  return `${isStored(load) ? "Imported" : "Test"}${countsText(load)}`;
}

const progressText = ({ done, of }: NonNullable<Load["progress"]>): string =>
  of === null ? countText(done) : `${countText(done)} of ${countText(of)}`;

export const problemText = ({ line, row, key, message }: Load["problems"][number]): string =>
  `${line === undefined ? (row === undefined ? "" : `Row ${row}: `) : `Line ${line}: `}${key === undefined ? "" : `${key}: `}${message}`;

/** Members of `counts` that the list of files shows, with their words. */
const counted: Readonly<Record<Kind, readonly (readonly [member: string, words: string])[]>> = {
  appointments: [
    ["rows_processed", "rows"],
    ["appointment_captured", "appointments"],
    ["scheduled_invites", "invites"],
  ],
  calls: [
    ["rows", "rows"],
    ["calls", "calls"],
  ],
  patients: [
    ["total_patients", "patients"],
    ["eligible_patients", "for the survey"],
  ],
  reviews: [
    ["rows", "rows"],
    ["faulty", "with problems"],
  ],
  bundle: [["lines", "lines"]],
};

function countsText({ kind, counts }: Load): string {
  const parts = counted[kind].flatMap(([member, words]) => {
    const count = counts?.[member];
    return typeof count === "number" ? [`${words}: ${countText(count)}`] : [];
  });
  return parts.length > 0 ? `, ${parts.join(", ")}` : "";
}

type Sending = {
  /** Makes it safe to send the file again after an interruption. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number, of: number) => void;
};

/** Sends a file with XMLHttpRequest, because `fetch` does not report how much has been sent. */
export function sendFile(session: Session, query: URLSearchParams, file: File, how: Sending): Promise<Load> {
  const request = new XMLHttpRequest();
  request.open("POST", `${session.base}/v1/loads?${query}`);
  const headers = { ...headersOf(session.token()), "Idempotency-Key": how.key };
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.upload.addEventListener("progress", ({ loaded, total }) => how.onProgress(loaded, total));
  how.signal.addEventListener("abort", () => request.abort());
  return new Promise((resolve, reject) => {
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      if (status < 300) return resolve(JSON.parse(responseText) as Load);
      if (status === 401) session.refuse();
      reject(refusalOf(status, responseText));
    });
    request.addEventListener("error", () => reject(new Error(interrupted)));
    request.addEventListener("abort", () => reject(new Error("The file was not sent. Nothing was stored.")));
    request.send(file);
  });
}

const interrupted =
  "The connection was interrupted, or the file changed after you chose it. Send the file again: nothing is stored twice.";

/** Number of milliseconds before a request is repeated that the service did not answer. */
const pause = 1_000;

/** Waits for the end of a load. Continues when the service restarts. */
export async function endOf({ request }: Session, load: Load, onState: (text: string) => void): Promise<Load> {
  let last = load;
  while (last.ended_at === null) {
    onState(stateText(last));
    try {
      const response = await request(`v1/loads/${last.id}`, { headers: { Prefer: "wait=2" } });
      last = (await response.json()) as Load;
      if (last.ended_at === null) await later(pause / 4);
    } catch (error) {
      if (error instanceof RefusedRequest && error.status < 500 && error.status !== 429) throw error;
      onState("The service does not answer. The file is safe. Trying again...");
      await later(pause);
    }
  }
  return last;
}

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
