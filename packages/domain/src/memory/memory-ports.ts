import type { Clock, Instant } from "../kernel/instant.js";
import type { Secrets } from "../kernel/secrets.js";
import type { Ports } from "../ports.js";
import { memoryInvitationMailer, memoryPasswordHasher } from "./memory-invitation-mailer.js";
import { memoryInviteSender } from "./memory-invite-sender.js";
import { memoryAccessTokens, memoryPartnerKeys } from "./memory-keys.js";
import { memoryStorage } from "./memory-storage.js";

/** Every port in memory; a clock that stands still and predictable secrets unless others are given. */
export function memoryPorts({
  clock = stillClock(),
  secrets = predictableSecrets(),
  partnerKeys = memoryPartnerKeys(),
  accessTokens = memoryAccessTokens(),
  inviteSender = memoryInviteSender(),
  imageEncoder = async (_account, image) => image,
  ...others
}: Partial<Omit<Ports, "storage">> = {}): Ports {
  const ports = { clock, secrets, partnerKeys, accessTokens, inviteSender, imageEncoder };
  return { storage: memoryStorage(clock), ...ports, ...invitationPorts(), ...others };
}

const invitationPorts = () => ({
  invitationMailer: memoryInvitationMailer(),
  passwordHasher: memoryPasswordHasher(),
  commonPasswords: async (password: string) => password.toLowerCase() === "correct horse battery",
});

/** A clock that shows 2026-06-01T12:00:00Z until it is set. */
export function stillClock(start = 1_780_315_200_000): Clock & { set(instant: number): void } {
  let now = start as Instant;
  return Object.assign(() => now, {
    set(instant: number) {
      now = instant as Instant;
    },
  });
}

/** Secrets that are none, for tests: bytes that count up, the text itself for its hash, and key and text mixed for an HMAC. */
export function predictableSecrets(): Secrets {
  let next = 0;
  return {
    randomBytes: (count) => Uint8Array.from({ length: count }, () => (next = (next * 167 + 13) % 65_521) & 0xff),
    sha256: (text) => `not-hashed-${text}`,
    hmacSha256: (key, text) =>
      Uint8Array.from({ length: 32 }, (_, index) => (key[index] ?? 0) ^ (text.charCodeAt(index) || 0) ^ folded(text)),
  };
}

/** One byte that depends on every character of a text of more than 16 characters. */
const folded = (text: string): number =>
  text.length <= 16 ? 0 : [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) & 0xff, 7);
