import { setImmediate } from "node:timers/promises";
import type { FoundInvite, InviteSearch, InviteStore } from "@repute/domain";
import { asked, found } from "../rows/asked.js";
import { inviteKeyTable, inviteKeysOf, inviteTable } from "../rows/reviews.js";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";
import { keyTable, typeormKeyedStore } from "./keyed-store.js";
import { greatestId } from "./next-id.js";

const keyTables = [keyTable(inviteKeyTable, inviteKeysOf)];

/** The invites of the account of a unit of work. */
export function typeormInviteStore(session: Session): InviteStore {
  return {
    ...typeormKeyedStore(session, inviteTable, keyTables),
    async latest(account, searches) {
      const invites = new Map<number, FoundInvite>();
      for (const slice of slices(searches.map(membersOf), () => 1, mostSearched)) {
        for (const row of await session.query(lastSent(session), [account, JSON.stringify(slice)])) {
          const { ordinal, place } = row as { readonly ordinal: number; readonly place: string };
          invites.set(ordinal, placeOf(place));
        }
        await setImmediate();
      }
      return searches.map((_, ordinal) => invites.get(ordinal));
    },
    greatest: (account) => greatestId(session, inviteTable, account),
  };
}

/** One probe is short, so that many are made together. */
const mostSearched = 500;

const members = {
  ordinal: "integer",
  kind: "text",
  wanted: "text",
  after: "integer",
  until: "integer",
  of_any: "integer",
  provider: "integer",
} as const;

const membersOf = ({ kind, value, after, until, providerId }: InviteSearch, ordinal: number) => [
  ordinal,
  kind,
  value,
  after,
  until,
  Number(providerId === undefined),
  providerId ?? null,
];

/** One probe of an index a search; when the invite was sent and its id come as one text, because a column has one value. */
const lastSent = ({ dialect }: Session): string =>
  found(
    "place",
    `SELECT ordinal, (SELECT sent_at || ' ' || id FROM invite_keys
        WHERE account_id = $1 AND kind = asked.kind AND value = asked.wanted
          AND sent_at > asked.after AND sent_at <= asked.until
          AND (asked.of_any = 1 OR provider_id IS NOT DISTINCT FROM asked.provider)
        ORDER BY sent_at DESC, id DESC LIMIT 1) AS place
      FROM ${asked(dialect, "$2", members)}`,
  );

function placeOf(place: string): FoundInvite {
  const [sentAt, id] = place.split(" ").map(Number);
  return { id, sentAt } as FoundInvite;
}
