import { type FeedList, type FeedSlice, publicListOf, responsesPrefix } from "@repute/domain";
import type { Dialect } from "../engine/dialect.js";

/** Output format of a feed entry: the item, or a change that contains the item. */
export type ItemForm = Pick<FeedSlice, "tail" | "keyed"> & { readonly change?: boolean };

/** Maximum size of a change in bytes, without the item that it contains. */
const maxOverhead = 250;

/** Returns true if items are read exactly as stored. */
export const isAsStored = ({ tail, keyed, change }: ItemForm): boolean => !tail && !keyed && !change;

/** Returns a SQL expression for the maximum length of an entry in an output format, in bytes. */
export function lengthOf(form: ItemForm): string {
  if (isAsStored(form)) return "length(item)";
  const tail = form.tail || form.change ? " + coalesce(length(tail) + 1, 0)" : "";
  const keys = form.keyed || form.change ? ` + coalesce(length(keys) + 1, 0) + ${maxOverhead}` : "";
  return `length(item)${tail}${keys}`;
}

/**
 * Returns a SQL expression for an entry of `feed` in an output format.
 * The result is bytes, because the database would otherwise spend time on decoding strings.
 */
export function entryIn(form: ItemForm, dialect: Dialect, list?: FeedList): string {
  const { jsonBytes, isoInstant } = dialect;
  const literal = (text: string) => jsonBytes({ literal: text });
  const text = (expression: string) => jsonBytes({ text: expression });
  const separatedIf = (condition: string) => `CASE WHEN ${condition} THEN ${literal(",")} ELSE ${literal("")} END`;
  const separated = separatedIf("length(item) > 2");
  const hasTail = form.tail || form.change;
  const whole = hasTail
    ? `CASE WHEN tail IS NULL THEN item ELSE substr(item, 1, length(item) - 1) || ${separated} || tail || ${literal("}")} END`
    : "item";
  const after = hasTail ? separatedIf("(length(item) > 2 OR tail IS NOT NULL)") : separated;
  const id = "coalesce(name, CAST(id AS TEXT))";
  if (form.change) {
    const head = headOf(list, id, "upsert", text(isoInstant("changed_at")), { literal, text });
    const item = `CASE WHEN keys IS NULL THEN ${whole}
      ELSE ${literal("{")} || keys || ${after} || substr(${whole}, 2) END`;
    return `${head} || ${literal(',"item":')} || (${item}) || ${literal("}")}`;
  }
  if (!form.keyed) return whole;
  return `${literal('{"_id":"')} || ${text(id)} || ${literal('","_changed_at":"')} || ${text(isoInstant("changed_at"))}
    || ${literal('"')} || CASE WHEN keys IS NULL THEN ${literal("")} ELSE ${literal(",")} || keys END
    || ${after} || substr(${whole}, 2)`;
}

/** Returns a SQL expression that renders a row of `feed_tombstones` as a change. */
export function deletionIn({ jsonBytes, isoInstant }: Dialect): string {
  const literal = (text: string) => jsonBytes({ literal: text });
  const text = (expression: string) => jsonBytes({ text: expression });
  return `${headOf(undefined, "public_id", "delete", text(isoInstant("changed_at")), { literal, text })} || ${literal("}")}`;
}

type Spelling = Readonly<Record<"literal" | "text", (text: string) => string>>;

/**
 * Returns a SQL expression for the first members of a change. If `list` is undefined, each row contains its list name.
 */
function headOf(list: FeedList | undefined, id: string, op: string, time: string, { literal, text }: Spelling): string {
  const begin =
    list === undefined ? `${literal('{"list":"')} || ${text(publicList)}` : literal(`{"list":"${publicListOf(list)}`);
  return `${begin} || ${literal('","id":"')} || ${text(id)} || ${literal(`","op":"${op}","changed_at":"`)} || ${time}
    || ${literal('"')}`;
}

const publicList = `CASE WHEN substr(list, 1, ${responsesPrefix.length}) = '${responsesPrefix}' THEN '${publicListOf("responses/1")}'
  ELSE list END`;
