import type { Clock, Instant } from "../foundation/kernel/instant.js";
import type { Secrets } from "../foundation/kernel/secrets.js";
import type { Ports } from "../ports.js";
import { memoryInvitationMailer, memoryPasswordHasher } from "./memory-invitation-mailer.js";
import { memoryInviteSender } from "./memory-invite-sender.js";
import { memoryAccessTokens, memoryPartnerKeys } from "./memory-keys.js";
import { memoryStorage } from "./memory-storage.js";

/** Creates all ports in memory. By default, the clock does not advance and the secrets are predictable. */
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
 * A hash contains its input. An HMAC mixes the key with the input.
 */
export function predictableSecrets(): Secrets {
  let next = 0;
  return {
    randomBytes: (count) => Uint8Array.from({ length: count }, () => (next = (next * 167 + 13) % 65_521) & 0xff),
    sha256: (text) => `not-hashed-${text}`,
    hmacSha256: (key, text) =>
      Uint8Array.from({ length: 32 }, (_, index) => (key[index] ?? 0) ^ (text.charCodeAt(index) || 0) ^ folded(text)),
  };
}

/**
 * Returns one byte that depends on every character of the string. Returns 0 if the string has at most 16 characters.
 */
const folded = (text: string): number =>
  text.length <= 16 ? 0 : [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) & 0xff, 7);
