import type { Upsert } from "../page.js";
import type { Column, ColumnType, Table } from "../shape/table.js";
import { moment, nestedReader, readerOf } from "../shape/values.js";
import type { CsvRows } from "./csv-rows.js";
import { absent, digits, escaped, flag, ItemSpans, nested, number, text } from "./item-spans.js";

/** Writes a JSON value as a CSV field. Returns false if the value does not fit the column. */
type Field = (out: CsvRows, spans: ItemSpans, member: number) => boolean;

/**
 * Returns a function that writes an item as CSV rows of its table and child tables.
 * The function copies bytes, which is four times as fast as parsing each item.
 * It returns false if the item must be parsed because of unknown members or values that do not fit.
 */
export function itemWriter(table: Table, [own, ...others]: readonly CsvRows[]): (upsert: Upsert) => boolean {
  const members = [...new Set(table.columns.map(({ member }) => member))];
  const spans = new ItemSpans(members);
  const fields = table.columns.map((column) => ({ member: members.indexOf(column.member), write: fieldOf(column) }));
  const children = table.children.map(({ member: name, rows, columns }, place) => ({
    ...{ name, member: members.indexOf(name), rows, out: others[place], read: nestedReader(columns.slice(2)) },
  }));

  const writeOwn = (out: CsvRows, { id, changedAt, checksum }: Upsert, length: number): boolean => {
    out.begin(2 * length + 3 * id.length + fieldRoom * (fields.length + 4));
    out.value(id);
    out.value(moment(changedAt));
    out.value(checksum);
    for (const { member, write } of fields) {
      if (spans.kind[member] === absent) out.empty();
      else if (!write(out, spans, member)) return false;
    }
    out.empty();
    return true;
  };

  const writeChildren = ({ id }: Upsert) => {
    for (const { name, member, rows, out, read } of children) {
      if (spans.kind[member] !== nested || spans.lengthOf(member) === emptyLength) continue;
      rows({ [name]: spans.parsed(member) }).forEach((row, index) => out?.add([id, index, ...read(row)]));
    }
  };

  return (upsert) => {
    const { place } = upsert;
    if (!own || !place || !spans.read(place.bytes, place.start, place.end)) return false;
    const isWritten = writeOwn(own, upsert, place.end - place.start);
    if (isWritten) {
      own.end();
      writeChildren(upsert);
    } else own.giveUp();
    return isWritten;
  };
}

/** Bytes to reserve for a CSV field, in addition to twice the length of its JSON value. */
const fieldRoom = 48;

/** Length of an empty JSON array, in bytes. */
const emptyLength = 2;

function fieldOf(column: Column): Field {
  const read = readerOf(column);
  const asRead: Field = (out, spans, member) => {
    const found = read(spans.parsed(member));
    if (found === undefined && !column.derived) return false;
    out.value(found);
    return true;
  };
  if (column.type === "timestamp") {
    return (out, spans, member) =>
      spans.kind[member] === text && out.moment(spans.bytes, spans.startOf(member), spans.endOf(member))
        ? true
        : asRead(out, spans, member);
  }
  return (!column.derived && copiedFields[column.type]) || asRead;
}

const copied =
  (...kinds: readonly number[]): Field =>
  (out, spans, member) => {
    if (!kinds.includes(spans.kind[member] ?? absent)) return false;
    out.bytesOf(spans.bytes, spans.startOf(member), spans.endOf(member));
    return true;
  };

const plainText = copied(text);

/** Field writers for column types whose JSON values are also valid CSV. */
const copiedFields: Partial<Record<ColumnType, Field>> = {
  integer: copied(digits),
  number: copied(digits, number),
  boolean: copied(flag),
  text: (out, spans, member) => {
    if (spans.kind[member] !== escaped) return plainText(out, spans, member);
    out.value(spans.parsed(member));
    return true;
  },
  json: (out, spans, member) => {
    if (spans.kind[member] !== nested) return false;
    out.quotedBytesOf(spans.bytes, spans.startOf(member), spans.endOf(member));
    return true;
  },
};
