// This host replaces three ports: it has its own clock and secrets, and wraps a storage.
import { createHash, createHmac, randomBytes } from "node:crypto";
import { type Clock, noPartners, type Ports, type Secrets, type Storage, toSecond } from "@repute/domain";

/** Returns a clock that uses the host's time. The domain uses whole seconds. */
export const clockOf =
  (now: () => Date): Clock =>
  () =>
    toSecond(now().getTime());

/** Secrets from Node's cryptography, as in `nodeSecrets` of `@repute/adapter-typeorm`. */
const hostSecrets: Secrets = {
  randomBytes: (count) => randomBytes(count),
  sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
  hmacSha256: (key, text) => createHmac("sha256", key).update(text, "utf8").digest(),
};

/** Wraps a storage and calls `onRead` for every read. It keeps all promises of the wrapped storage. */
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
      revisions: () => inside.feed.revisions(),
      commitNumber: () => inside.feed.commitNumber(),
    },
  };
}

/** Returns all ports that `createDomain` requires, for a host without partners. A missing port does not compile. */
export const hostPorts = (storage: Storage, onRead: (what: string) => void): Ports => ({
  storage: watchedStorage(storage, onRead),
  clock: clockOf(() => new Date()),
  secrets: hostSecrets,
  ...noPartners,
});
