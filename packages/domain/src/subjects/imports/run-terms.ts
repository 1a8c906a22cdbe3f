import type { AccountSettings } from "../../foundation/accounts/account.js";
import type { Catalog } from "../../foundation/catalog/catalog.js";
import { folded, placesOf } from "../../foundation/catalog/places.js";
import { plusDays } from "../../foundation/kernel/calendar-date.js";
import { invalid, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { defaultConnection, type ImportConnection } from "./import-connection.js";
import type { InviteTerms } from "./invite-rules.js";
import type { LookUp } from "./known-records.js";
import { plannedTimes } from "./planned-time.js";
import { readTimes } from "./read-times.js";
import type { Reading } from "./slot.js";

/** Account data that an import needs before it reads the rows. */
export type AccountTerms = {
  readonly settings: AccountSettings;
  readonly catalog: Pick<Catalog, "locations" | "providers" | "messages">;
  readonly connections: readonly ImportConnection[];
};

/** Settings that stay constant while the rows of a file are checked. */
export type RunTerms = InviteTerms & { readonly reading: Reading; readonly lookUp: LookUp };

/**
 * Returns the import connection with this name. If the name is omitted, returns the account's only connection, or the
 * default settings if there is none. Throws `connection_required` and `connection_not_found`.
 */
export function chooseConnection(connections: readonly ImportConnection[], name: string | undefined): ImportConnection {
  const names = connections.map((one) => one.name).join(", ");
  if (name === undefined) {
    if (connections.length > 1) {
      throw invalid(
        "connection_required",
        `the account has several import connections; specify one of these: ${names}`,
      );
    }
    return connections[0] ?? defaultConnection;
  }
  const found = connections.find((one) => one.name === name);
  if (found) return found;
  throw notFound(
    "connection_not_found",
    `the account has no such import connection; the connections of the account are: ${names || "none"}`,
  );
}

export const runTerms = (
  account: AccountId,
  { connections, ...terms }: AccountTerms,
  connection: ImportConnection,
  uploadedAt: Instant,
): RunTerms => ({
  ...rowTerms(terms, connection, uploadedAt),
  lookUp: {
    account,
    connection,
    otherConnections: connections.map(({ name }) => name).filter((name) => name !== connection.name),
    plannedAt: plannedTimes(uploadedAt, terms.settings.timeZone, connection.sendAfterHours),
  },
});

/** Returns the settings for checking rows on their own, without stored records. */
export function rowTerms(
  { settings, catalog }: Omit<AccountTerms, "connections">,
  connection: ImportConnection,
  uploadedAt: Instant,
): Omit<RunTerms, "lookUp"> {
  const places = placesOf(catalog);
  const times = readTimes(uploadedAt, settings.timeZone, connection.dateOrder);
  const message = catalog.messages.find(({ id }) => id === connection.messageId);
  return {
    connection,
    reading: { times, places },
    severalLocations: places.severalLocations,
    uploadDate: times.uploadDate,
    allowedDays: {
      from: plusDays(times.uploadDate, -connection.maxPastDays),
      to: plusDays(times.uploadDate, connection.maxFutureDays),
    },
    silenced: {
      locations: new Set(connection.silencedLocationRefs.map(folded)),
      providers: new Set(connection.silencedProviderRefs.map(folded)),
    },
    isMessageSilenced: message?.silenced === true,
    isMonitoringOnly: settings.monitoringOnly,
  };
}
