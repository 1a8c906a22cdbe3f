// Replacing ports: a host's own clock and secrets, and its own wrapper around a storage.
import type { Clock, Ports, Secrets, Storage } from "@repute/domain";
import { noPartners, toSecond } from "@repute/domain";
import { createHash, createHmac, randomBytes } from "node:crypto";

/** A clock that follows the host's idea of time; the domain keeps whole seconds. */
export const clockOf =
  (now: () => Date): Clock =>
  () =>
    toSecond(now().getTime());

/** Secrets by Node's own cryptography: the same as `nodeSecrets` of `@repute/adapter-typeorm`. */
const hostSecrets: Secrets = {
  randomBytes: (count) => randomBytes(count),
  sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
  hmacSha256: (key, text) => createHmac("sha256", key).update(text, "utf8").digest(),
};

/** A storage that tells `onRead` of every read, and promises what the one inside promises. */
export function watchedStorage(inside: Storage, onRead: (what: string) => void): Storage {
  return {
    ...inside,
    read(account, work) {
      onRead("records");
      return inside.read(account, work);
    },
    feed: {
      read(account, list, ...how) {
        onRead(list);
        return inside.feed.read(account, list, ...how);
      },
      changes(account, ...how) {
        onRead("changes");
        return inside.feed.changes(account, ...how);
      },
      state: (account) => inside.feed.state(account),
    },
  };
}

/** The ports of a host whose callers come with tokens alone; all that `createDomain` asks for, or it does not compile. */
export const hostPorts = (storage: Storage, onRead: (what: string) => void): Ports => ({
  storage: watchedStorage(storage, onRead),
  clock: clockOf(() => new Date()),
  secrets: hostSecrets,
  ...noPartners,
});
