import type { UploadKind } from "../../foundation/access/access-ports.js";
import type { Caller } from "../../foundation/access/authenticate.js";
import type { Principal } from "../../foundation/accounts/audit-trail.js";
import {
  conflict,
  DomainError,
  invalid,
  invalidParameter,
  isDomainError,
  notFound,
  unavailable,
} from "../../foundation/kernel/domain-error.js";
import { type AccountId, idInPath, type UploadId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import type { Ports, Stores } from "../../foundation/kernel/storage.js";
import { storedFileName } from "../../foundation/kernel/text.js";
import { doOnce } from "../../foundation/unit-of-work/once.js";
import { readUploadOptions } from "../../subjects/uploads/upload-options.js";
import { type Upload, type UploadItem, uploadItem } from "../../subjects/uploads/upload.js";
import type { ReceivedContent, UploadFiles } from "./upload-files.js";

/** Hashes of a body in hexadecimal. */
type Digests = { readonly sha256?: string; readonly sha512?: string };

/** Request that sends a file. */
export type NewUpload = {
  readonly kind: UploadKind;
  /** Options of the work on the file, as they were sent. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly fileName?: string | undefined;
  /** Hashes that the sender computed, in hexadecimal. */
  readonly digests?: Digests | undefined;
};

type SendOptions = { readonly by: Principal & Pick<Caller, "only">; readonly idempotencyKey?: string | undefined };

/** Maximum number of unfinished uploads of an account. */
const maxUnfinished = 50;

/** Maximum number of bodies that are received at the same time, in all and of one account. */
const [maxBodies, maxBodiesOfAccount] = [16, 4];

/**
 * Receives a file and queues it. Returns before the work on it begins.
 *
 * Throws `invalid_parameter`, `kind_not_permitted`, `too_many_loads`, `digest_mismatch` and `empty_load`, and then
 * keeps nothing. A repeated call with the same `idempotencyKey` and the same file returns the first upload.
 */
export function acceptUpload(ports: Ports) {
  const { storage } = ports;
  const once = doOnce<Stores>(ports);
  const receiving: AccountId[] = [];
  const listeners = new Set<() => void>();

  /** Receives a body unless too many are being received. */
  async function receive(account: AccountId, work: () => Promise<ReceivedContent>): Promise<ReceivedContent> {
    const own = receiving.filter((one) => one === account);
    if (own.length >= maxBodiesOfAccount || receiving.length >= maxBodies) throw bodiesBusy();
    receiving.push(account);
    try {
      return await work();
    } finally {
      receiving.splice(receiving.indexOf(account), 1);
    }
  }

  async function send(body: AsyncIterable<Uint8Array>, wanted: NewUpload, how: SendOptions): Promise<UploadItem> {
    const { by, idempotencyKey: key } = how;
    const { account } = by;
    const { kind, parameters, fileName, digests = {} } = wanted;
    const files = filesOf(ports);
    if (by.only && !by.only.includes(kind)) throw notPermitted(by.only);
    const options = await storage.read(account, async ({ settings, uploads }) => {
      refuseMany(await uploads.unfinished(account));
      return readUploadOptions(kind, parameters, (await settings.read(account)).timeZone);
    });
    const received = await receive(account, () => files.receive(body, { sha512: digests.sha512 !== undefined }));
    const name = fileName === undefined ? null : storedFileName(fileName);
    const { sha256 } = received;
    let id: UploadId;
    try {
      check(received, digests);
      const sent = { kind, options, sha256, name };
      const request = { by, operation: "send_load", body: sent, rows: 1, key, subjectOf };
      const accepted = await once(request, async ({ uploads, ids }, now) => {
        refuseMany(await uploads.unfinished(account));
        const earlier = (await uploads.ofFile(account, sha256)).find((one) => sameValue(one.options, options));
        const upload: Upload = {
          id: ((await ids.greatest(account, "uploads")) + 1) as UploadId,
          ...{ kind, options, receivedAt: now, fileName: name, bytes: received.bytes, sha256, content: received.name },
          sender: { kind: by.kind, id: by.id, ...(by.origin && { origin: by.origin }) },
          repeats: earlier?.kind === kind ? earlier.id : null,
          ...{ state: "queued", holder: null, until: null, tries: 0, startedAt: null, endedAt: null },
          ...{ progress: null, result: null, failure: null },
        };
        await uploads.save(account, upload);
        return { id: upload.id, content: upload.content };
      });
      if (accepted.content !== received.name) await files.remove(received.name);
      id = accepted.id;
    } catch (error) {
      // If it is unknown whether the upload was stored, the nightly cleanup decides about the content.
      if (!isDomainError(error) || error.kind !== "unavailable") await files.remove(received.name);
      throw error;
    }
    listeners.forEach((listener) => listener());
    return oneUpload(ports)(account, id, by);
  }

  return {
    send,
    /** Registers a listener that is called after each accepted upload. Returns a function that removes the listener. */
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const bodiesBusy = () =>
  unavailable("bodies_busy", "too many request bodies are being received; try again in a moment");

const subjectOf = ({ id }: Pick<Upload, "id">): string => `load ${id}`;

export function filesOf({ uploadFiles }: Ports): UploadFiles {
  if (uploadFiles) return uploadFiles;
  throw notFound("loads_off", "this service does not accept files");
}

function refuseMany(unfinished: readonly Upload[]): void {
  if (unfinished.length < maxUnfinished) return;
  throw unavailable(
    "too_many_loads",
    `the account has ${maxUnfinished} files that are not stored yet; send the next file when one of them has ended`,
  );
}

function check({ bytes, ...found }: ReceivedContent, digests: Digests): void {
  if (bytes === 0) throw invalid("empty_load", "the file is empty");
  for (const name of ["sha256", "sha512"] as const) {
    if (digests[name] !== undefined && digests[name] !== found[name])
      throw invalid("digest_mismatch", "the body does not have the digest in Repr-Digest; send the file again");
  }
}

const notPermitted = (only: readonly UploadKind[]) =>
  new DomainError(
    "forbidden",
    "kind_not_permitted",
    `the token may send only files of these kinds: ${only.join(", ")}`,
  );

/** Caller that may see only the uploads that it sent, or an operator or an office token, which may see all. */
type Sender = Pick<Principal, "kind" | "id">;

const seesAll: readonly Sender["kind"][] = ["operator", "office"];

const isOf = ({ sender }: Upload, by: Sender | undefined): boolean =>
  by === undefined || seesAll.includes(by.kind) || (sender.kind === by.kind && sender.id === by.id);

/** Returns an upload. Throws `load_not_found`, also if `by` is given and may not see the upload. */
export function oneUpload({ storage }: Ports) {
  return (account: AccountId, id: number, by?: Sender): Promise<UploadItem> =>
    storage.read(account, async ({ uploads }) => {
      const upload = await uploads.byId(account, id as UploadId);
      if (!upload || !isOf(upload, by)) throw notFound("load_not_found", "the account has no load with this id");
      return uploadItem(upload, upload.state === "queued" ? await uploads.unfinished(account) : []);
    });
}

/** Error of a request that needs the result of an upload. */
export const loadNotEnded = () => conflict("load_not_ended", "the load has not ended; try again when it has ended");

/** Maximum number of uploads that `listUploads` returns. */
export const maxUploads = 100;

/**
 * Lists up to 100 uploads of an account, newest first. With `by`, lists only uploads that this caller may see. `before` is the id
 * after which to continue. Throws `invalid_before`.
 */
export function listUploads({ storage }: Ports) {
  return async (account: AccountId, before?: string, by?: Sender): Promise<readonly UploadItem[]> => {
    const id = before === undefined ? Number.MAX_SAFE_INTEGER : idInPath(before);
    if (id === undefined) throw invalidParameter("invalid_before", "before", "before must be the id of a load");
    return storage.read(account, async ({ uploads }) => {
      const found: Upload[] = [];
      // Old uploads are deleted, so an account has few pages.
      for (let last = id; found.length < maxUploads;) {
        const page = await uploads.page(account, last, maxUploads);
        found.push(...page.filter((one) => isOf(one, by)));
        if (page.length < maxUploads) break;
        last = page.at(-1)?.id ?? 0;
      }
      const unfinished = await uploads.unfinished(account);
      return found.slice(0, maxUploads).map((one) => uploadItem(one, unfinished));
    });
  };
}
