import {
  type AccessClaims,
  type AccessTokens,
  jwkUrlNotAllowed,
  type KeyHolder,
  type PartnerKeys,
} from "../foundation/access/access-ports.js";
import type { Secrets } from "../foundation/kernel/encodings.js";
import type { AccountId, InviteId } from "../foundation/kernel/ids.js";
import type { Clock, Instant } from "../foundation/kernel/times.js";
import type { Ports } from "../ports.js";
import type { InviteSender } from "../subjects/imports/import-run.js";
import type { Invite } from "../subjects/invites/invite.js";
import type { TrackerKeys } from "../subjects/trackers/tracker.js";
import type { PasswordHasher } from "../subjects/users/accept-invitation.js";
import type { NotificationMail } from "../subjects/notifications/subscription.js";
import type { InvitationMail } from "../subjects/users/mail-invitation.js";
import type { SurveyField } from "../subjects/patient-surveys/patient-rows.js";
import type { BundleLine } from "../workflows/bundle/bundle-format.js";
import { createBundle } from "../workflows/bundle/create-bundle.js";
import type { UploadFiles } from "../workflows/uploads/upload-files.js";
import {
  type OutgoingMessage,
  type WebhookAnswer,
  type WebhookId,
  type WebhookSender,
  webhookUrlNotAllowed,
} from "../workflows/webhooks/webhook.js";
import { memoryStorage } from "./memory-storage.js";

/** Creates all ports in memory. By default, the clock does not advance and the secrets are predictable. */
export function memoryPorts({
  clock = stillClock(),
  secrets = predictableSecrets(),
  partnerKeys = memoryPartnerKeys(),
  accessTokens = memoryAccessTokens(),
  inviteSender = memoryInviteSender(),
  imageEncoder = async (_account, image) => image,
  uploadFiles = memoryUploadFiles(),
  trackerKeys = memoryTrackerKeys(),
  ...others
}: Partial<Omit<Ports, "storage">> = {}): Ports {
  const ports = { clock, secrets, partnerKeys, accessTokens, inviteSender, imageEncoder, uploadFiles, trackerKeys };
  return { storage: memoryStorage(clock), ...ports, ...otherPorts(), ...others };
}

const otherPorts = () => ({
  webhookSender: memoryWebhookSender(),
  invitationMailer: memoryInvitationMailer(),
  notificationMailer: memoryNotificationMailer(),
  passwordHasher: memoryPasswordHasher(),
  commonPasswords: async (password: string) => password.toLowerCase() === "correct horse battery",
});

/** Creates a clock that always returns the same time, initially 2026-06-01T12:00:00Z. `set` changes the time. */
export function stillClock(start = 1_780_315_200_000): Clock & { set(instant: number): void } {
  let now = start as Instant;
  return Object.assign(() => now, {
    set(instant: number) {
      now = instant as Instant;
    },
  });
}

/**
 * Creates predictable secrets for tests. Random bytes follow a fixed sequence.
 * A hash is not SHA-256. An HMAC mixes the key with the input.
 */
export function predictableSecrets(): Secrets {
  let next = 0;
  return {
    randomBytes: (count) => Uint8Array.from({ length: count }, () => (next = (next * 167 + 13) % 65_521) & 0xff),
    sha256: (text) => hexOf(text).repeat(4),
    hmacSha256: (key, text) =>
      Uint8Array.from({ length: 32 }, (_, index) => (key[index] ?? 0) ^ (text.charCodeAt(index) || 0) ^ folded(text)),
  };
}

/**
 * Returns one byte that depends on every character of the string. Returns 0 if the string has at most 16 characters.
 */
const folded = (text: string): number =>
  text.length <= 16 ? 0 : [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) & 0xff, 7);

/**
 * Creates a mailer for tests. Collects sent emails in `mails`. While `failure` is set, sending rejects with this error.
 */
export const memoryInvitationMailer = () => memoryMailer<InvitationMail>();

/** Creates a mailer of notifications for tests, like `memoryInvitationMailer`. */
export const memoryNotificationMailer = () => memoryMailer<NotificationMail>();

function memoryMailer<Mail>() {
  const mailer = {
    mails: [] as Mail[],
    failure: undefined as unknown,
    async send(mail: Mail) {
      if (mailer.failure !== undefined) throw mailer.failure;
      mailer.mails.push(mail);
    },
  };
  return mailer;
}

/** Creates a password hasher for tests. The hasher returns the password with a unique prefix instead of a hash. */
export function memoryPasswordHasher(): PasswordHasher {
  let salt = 0;
  return async (_account, password) => `not-hashed-${(salt += 1)}-${password}`;
}

/**
 * Creates an invite sender for tests. Collects the scheduled invites and the ids of the withdrawn invites. `pending`
 * returns the invites of an account that would be sent, sorted by id.
 */
export function memoryInviteSender(): InviteSender & {
  readonly scheduled: readonly Invite[];
  readonly withdrawn: readonly InviteId[];
  readonly pending: (account: AccountId) => Promise<readonly Invite[]>;
} {
  const scheduled: Invite[] = [];
  const withdrawn: InviteId[] = [];
  const accounts = new Map<AccountId, Map<InviteId, Invite>>();
  const invitesOf = (account: AccountId) => {
    const known = accounts.get(account) ?? new Map<InviteId, Invite>();
    accounts.set(account, known);
    return known;
  };
  return {
    ...{ scheduled, withdrawn },
    async schedule(account, invites) {
      scheduled.push(...invites);
      for (const invite of invites) invitesOf(account).set(invite.id, invite);
    },
    async withdraw(account, ids) {
      withdrawn.push(...ids);
      for (const id of ids) invitesOf(account).delete(id);
    },
    pending: async (account) => [...invitesOf(account).values()].sort((a, b) => a.id - b.id),
  };
}

/**
 * Creates a keeper of uploads for tests. Each line of a file is a JSON object: a bundle line, an import row, a call, the
 * texts of a patient or the cells of a review. Its hashes are not SHA-2.
 */
export function memoryUploadFiles(): UploadFiles {
  const contents = new Map<string, string>();
  let last = 0;
  const linesOf = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as Record<string, string>);
  return {
    async receive(body, { sha512 }) {
      const bytes: number[] = [];
      for await (const piece of body) bytes.push(...piece);
      const text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
      const name = `content-${(last += 1)}`;
      contents.set(name, text);
      return {
        name,
        bytes: bytes.length,
        sha256: hexOf(text).repeat(4),
        ...(sha512 && { sha512: hexOf(text).repeat(8) }),
      };
    },
    async open(name) {
      const text = contents.get(name);
      const numbered = () => linesOf(text ?? "").map((line, index) => ({ row: index + 1, line }));
      return text === undefined
        ? undefined
        : {
            bundle: () => createBundle(linesOf(text) as unknown as readonly BundleLine[]),
            appointments: () => ({
              async *read() {
                yield numbered().map(({ row, line }) => ({ row, ...line }));
              },
            }),
            calls: () => ({
              async *read() {
                yield numbered().map(({ row, line }) => ({ row, form: "json" as const, cells: line }));
              },
            }),
            patients: (type) => ({
              type,
              async *read() {
                const fields = new Set(numbered().flatMap(({ line }) => Object.keys(line) as SurveyField[]));
                yield { fields, rows: numbered().map(({ row, line }) => ({ row, texts: line, others: [] })) };
              },
            }),
            reviews: () => ({
              async *read() {
                yield numbered().map(({ row, line }) => ({ row, cells: line }));
              },
            }),
            close: async () => {},
          };
    },
    remove: async (name) => void contents.delete(name),
    async tidy(wanted) {
      for (const name of contents.keys()) if (!wanted.has(name)) contents.delete(name);
    },
  };
}

/**
 * Creates tracker keys for tests. The key is the signature of every request. The headers `at` and `id` count as signed, in
 * milliseconds.
 */
function memoryTrackerKeys(): TrackerKeys {
  return {
    seal: async (_kind, id, key) => `${id} ${key}`,
    verify({ id }, sealed, { header }) {
      if (!sealed.includes(`${id} ${header("signature")}`)) return undefined;
      return { ...(header("at") && { at: Number(header("at")) }), ...(header("id") && { id: header("id") }) };
    },
  };
}

/**
 * Creates a sender for tests. Collects the messages, and answers each with the result of `answer`, at first the status 204.
 */
export function memoryWebhookSender(): WebhookSender & {
  readonly messages: OutgoingMessage[];
  answer: (message: OutgoingMessage) => Partial<WebhookAnswer> | Promise<Partial<WebhookAnswer>>;
} {
  let created = 0;
  const sender = {
    messages: [] as OutgoingMessage[],
    answer: (_: OutgoingMessage): Partial<WebhookAnswer> | Promise<Partial<WebhookAnswer>> => ({ status: 204 }),
    async checkUrl(url: string) {
      if (!url.startsWith("https://")) throw webhookUrlNotAllowed();
    },
    async newSecret(webhook: WebhookId) {
      const secret = `whsec_${(created += 1)}`;
      return { secret, sealed: `${webhook} ${secret}` };
    },
    async send(message: OutgoingMessage): Promise<WebhookAnswer> {
      sender.messages.push(message);
      const answer = await sender.answer(message);
      return { status: null, failure: null, retryAfter: null, text: "", milliseconds: 1, ...answer };
    },
  };
  return sender;
}

/** Computes a test signature for an assertion. It uses no secret, so anyone can forge it. */
export const memorySignature = ({ clientId }: Pick<KeyHolder, "clientId">, kid: string, signed: string): string =>
  hexOf(`${clientId} ${kid} ${signed}`);

/**
 * Creates a verifier of partner keys for tests.
 * The verifier accepts every key id, every https URL, and signatures that `memorySignature` made.
 */
function memoryPartnerKeys(): PartnerKeys {
  return {
    async checkUrl(url) {
      if (!url.startsWith("https://")) throw jwkUrlNotAllowed();
    },
    async verify(client, { kid, text }) {
      const end = text.lastIndexOf(".");
      const isSigned = text.slice(end + 1) === memorySignature(client, kid, text.slice(0, end));
      return isSigned ? { ok: true } : { ok: false, reason: "bad_signature" };
    },
  };
}

/** Creates access tokens for tests. Anyone can create a valid token. */
function memoryAccessTokens(): AccessTokens {
  const prefix = "not-signed-";
  return {
    sign: (claims) => prefix + encodeURIComponent(JSON.stringify(claims)),
    verify(text) {
      if (!text.startsWith(prefix)) return undefined;
      try {
        return JSON.parse(decodeURIComponent(text.slice(prefix.length))) as AccessClaims;
      } catch {
        return undefined;
      }
    },
  };
}

/** Hashes a string to 16 hexadecimal digits. The result is also canonical base64url, because 16 is divisible by 4. */
function hexOf(text: string): string {
  let hash = 7n;
  for (let at = 0; at < text.length; at++) hash = (hash * 1_000_003n + BigInt(text.charCodeAt(at))) % 2n ** 64n;
  return hash.toString(16).padStart(16, "0");
}
