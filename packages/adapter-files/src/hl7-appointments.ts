import type { FileHandle } from "node:fs/promises";
import { type ImportRow, invalid } from "@repute/domain";
import { type MaybeTexts, present, type Reading } from "./import-texts.js";
import { fromWindows1252, type Notice, pieces, utf8Text } from "./input-file.js";

const chunkRows = 500;

/** Reads the appointments of a file of HL7 v2 scheduling messages in chunks. */
export async function* hl7Rows(
  handle: FileHandle,
  { notice, onLayout }: Reading,
): AsyncGenerator<readonly ImportRow[]> {
  onLayout({ format: "HL7 v2", facts: [] });
  let chunk: ImportRow[] = [];
  let count = 0;
  for await (const message of hl7Messages(handle, notice)) {
    const row = schedulingRow((count += 1), message);
    if (row) chunk.push(row);
    if (chunk.length < chunkRows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Segments of one message in file order. */
type Segments = readonly string[];

const maxMessageLength = 1_048_576;

/** Names of the segments that wrap messages in files and batches. */
const envelopes = ["FHS", "BHS", "BTS", "FTS"];

/** Reads the messages of a file, with or without batches. Segments end with a carriage return, a line feed or both. */
async function* hl7Messages(handle: FileHandle, notice: Notice): AsyncGenerator<Segments> {
  let message: string[] = [];
  let length = 0;
  let count = 0;
  for await (const segment of segmentsOf(handle, notice)) {
    const isEnvelope = envelopes.includes(segment.slice(0, 3));
    if (isEnvelope || segment.startsWith("MSH")) {
      if (message.length > 0) yield message;
      [message, length] = [[], 0];
      count += isEnvelope ? 0 : 1;
    }
    if (isEnvelope) continue;
    length += segment.length;
    if (length > maxMessageLength) throw tooLong(count);
    message.push(segment);
  }
  if (message.length > 0) yield message;
}

async function* segmentsOf(handle: FileHandle, notice: Notice): AsyncGenerator<string> {
  for await (const lines of utf8Text(pieces(handle), notice)) {
    for (const line of lines.toString().split(/[\r\n]/)) {
      const segment = line.replace(framing, "");
      if (segment !== "") yield segment;
    }
  }
}

/** Matches MLLP framing characters and the byte order mark. */
const framing = /[\u000b\u001c\ufeff]/g;

const tooLong = (message: number) =>
  invalid("file_unreadable", `cannot read the file: message ${message} is longer than 1 MB`);

/**
 * Converts a scheduling message (SIU, HL7 v2 chapter 10) to a row.
 * Returns `undefined` for S23 and S24, which block and open time slots and contain no appointment.
 */
function schedulingRow(row: number, segments: Segments): ImportRow | undefined {
  const message = parseHl7Message(segments);
  if (!message) return { row, problem: "is not a complete HL7 message" };
  const [[type = "", event = ""] = []] = message.field("MSH", 9);
  if (type !== "SIU") return { row, problem: `is a message of ${typeName(type)}, expected SIU` };
  if (event === "S23" || event === "S24") return undefined;
  const missing = ["SCH", "PID"].find((segment) => !message.has(segment));
  const texts = textsOf(message, event);
  return { row, ...(missing && { problem: `has no segment ${missing}` }), ...present(texts) };
}

/** Returns a message type for use in an error message. Hides a malformed type, because it may be patient data. */
const typeName = (type: string): string => (/^[A-Z]{3}$/.test(type) ? `type ${type}` : "another type");

function textsOf(message: Hl7Message, event: string): MaybeTexts {
  const name = chosen(message.field("PID", 5), ([, , , , , , use]) => use === "L");
  const phones = phonesOf(message);
  return {
    appointmentId: first(message, ["SCH", 2], ["SCH", 1]),
    patientId: chosen(message.field("PID", 3), ([, , , , kind]) => kind === "MR")?.[0],
    lastName: name?.[0],
    firstName: name?.[1],
    dateOfBirth: first(message, ["PID", 7])?.replace(timeOfBirth, "$1"),
    ...phones,
    email: componentOf(message.field("PID", 13), 4),
    state: componentOf(message.field("PID", 11), 4),
    appointmentDate: timeOf(
      componentOf(message.field("SCH", 11), 4) ?? first(message, ["AIL", 6], ["AIS", 4], ["TQ1", 7]),
    ),
    status: statusOfEvent.get(event) ?? filledStatus(event, first(message, ["SCH", 25])),
    location: placeOf(message.field("AIL", 3)) ?? placeOf(message.field("PV1", 3)),
    provider: personOf(message.field("AIP", 3)) ?? personOf(message.field("PV1", 7)),
  };
}

const timeOfBirth = /^(\d{8})\d.*$/;

/** Appointment status by trigger event. Takes precedence over SCH-25. */
const statusOfEvent = new Map([
  ["S15", "cancelled"],
  ["S16", "cancelled"],
  ["S17", "deleted"],
  ["S26", "noshow"],
]);

/** Returns the filler status (SCH-25). Ignores "rescheduled" in S13 messages, because they contain the new time. */
const filledStatus = (event: string, status: string | undefined): string | undefined =>
  event === "S13" && status?.toLowerCase() === "rescheduled" ? undefined : status;

const chosen = (repetitions: readonly Repetition[], isBest: (repetition: Repetition) => boolean) =>
  repetitions.find(isBest) ?? repetitions[0];

/** Returns a component from the first repetition in which this component is not empty. `number` starts at 1. */
const componentOf = (repetitions: readonly Repetition[], number: number): string | undefined =>
  repetitions.map((repetition) => repetition[number - 1]).find(Boolean);

/** Returns the first component of a field. If the field is empty, tries the next of the given fields. */
const first = (message: Hl7Message, ...fields: readonly (readonly [string, number])[]): string | undefined =>
  fields.map(([segment, number]) => componentOf(message.field(segment, number), 1)).find(Boolean);

/**
 * Assigns the phones in PID-13 and PID-14 (XTN) to fields by use and equipment.
 * If no phone is marked as mobile, an unmarked PID-13 phone counts as mobile.
 */
function phonesOf(message: Hl7Message): Pick<MaybeTexts, "mobilePhone" | "homePhone" | "workPhone"> {
  const [home, work] = [13, 14].map((field) => message.field("PID", field).filter(isTelephone));
  const all = [...(home ?? []), ...(work ?? [])];
  const mobile = all.find(isMobile);
  const landline = home?.filter((phone) => !isMobile(phone)) ?? [];
  const untyped = mobile ? undefined : landline.find(([, use = "", equipment = ""]) => use + equipment === "");
  return {
    mobilePhone: numberOf(mobile ?? untyped),
    homePhone: numberOf(landline.find((phone) => phone !== untyped)),
    workPhone: numberOf(work?.find((phone) => !isMobile(phone))),
  };
}

const isMobile = ([, use, equipment]: Repetition): boolean => equipment === "CP" || use === "PRS";

const otherEquipment = ["FX", "MD", "BP", "TDD", "TTY", "Internet", "X.400"];

const isTelephone = (phone: Repetition): boolean =>
  !otherEquipment.includes(phone[2] ?? "") && phone[1] !== "NET" && numberOf(phone) !== undefined;

/**
 * Returns a phone number: the full number (XTN-1), or else country code, area code and local number (XTN-5 to XTN-7),
 * or else XTN-12.
 */
function numberOf(phone: Repetition | undefined): string | undefined {
  if (!phone) return undefined;
  const [country = "", area = "", local = ""] = phone.slice(4, 7);
  const parts = local === "" ? "" : `${country === "" ? "" : `+${country}`}${area}${local}`;
  return [phone[0], parts, phone[11]].find(Boolean);
}

/**
 * Converts an HL7 time with an offset, such as `20260302090000.0000-0700`, to ISO 8601.
 * For other times, only removes the fraction of a second.
 */
function timeOf(text: string | undefined): string | undefined {
  const [, year, month, day, hour, minute, second = "00", offsetHour, offsetMinute] = hl7Time.exec(text ?? "") ?? [];
  if (offsetHour === undefined) return text?.replace(/\.\d+$/, "");
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offsetHour}:${offsetMinute}`;
}

const hl7Time = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\.\d{1,4})?([+-]\d{2})(\d{2})$/;

/** Returns the point of care of a location (PL), or else its facility, or else its description. */
const placeOf = (places: readonly Repetition[]): string | undefined =>
  componentOf(places, 1) ?? componentOf(places, 4) ?? componentOf(places, 9);

/** Returns the NPI of a person (XCN), or else another id number, or else the name. */
function personOf(people: readonly Repetition[]): string | undefined {
  const national = people.find((person) => person[0] && (person[8] === "NPI" || person[12] === "NPI"));
  const [person] = people;
  return (
    national?.[0] ?? componentOf(people, 1) ?? ([person?.[1], person?.[2]].filter(Boolean).join(", ") || undefined)
  );
}

/**
 * Unescaped components of one repetition of a field.
 * Contains only the first subcomponent of each component.
 * Absent components are `""`.
 */
type Repetition = readonly string[];

/** An HL7 v2 message. A field is identified by its segment and its number in the standard. */
type Hl7Message = {
  /** Returns a field with its repetitions. Skips segments in which the field is empty. */
  field(segment: string, number: number): readonly Repetition[];
  has(segment: string): boolean;
};

/** The separators and the escape character, defined in MSH-1 and MSH-2. */
type Separators = Readonly<Record<"field" | "component" | "repetition" | "escape" | "subcomponent", string>>;

/** Parses the segments of one message. Returns `undefined` if MSH is incomplete or a segment has no valid name. */
function parseHl7Message(segments: readonly string[]): Hl7Message | undefined {
  const separators = separatorsOf(segments[0] ?? "");
  if (!separators || !segments.every((segment) => isSegment(segment, separators))) return undefined;
  const fieldsOf = new Map<string, string[][]>();
  for (const segment of segments) {
    const [name = "", ...fields] = segment.split(separators.field);
    // MSH-1 is the field separator itself, so the next field is MSH-2.
    const numbered = name === "MSH" ? [name, separators.field, ...fields] : [name, ...fields];
    const known = fieldsOf.get(name);
    if (known) known.push(numbered);
    else fieldsOf.set(name, [numbered]);
  }
  return {
    field: (name, number) =>
      (fieldsOf.get(name) ?? [])
        .map((fields) => repetitionsOf(fields[number] ?? "", separators))
        .find((repetitions) => repetitions.length > 0) ?? [],
    has: (name) => fieldsOf.has(name),
  };
}

function separatorsOf(header: string): Separators | undefined {
  const [field, component, repetition, escape, subcomponent] = header.slice(3);
  if (!header.startsWith("MSH") || !field || !component || !repetition || !escape || !subcomponent) return undefined;
  return { field, component, repetition, escape, subcomponent };
}

const isSegment = (segment: string, { field }: Separators): boolean =>
  /^[A-Z][A-Z0-9]{2}$/.test(segment.slice(0, 3)) && (segment.length === 3 || segment[3] === field);

/** In HL7, two quotes ask the receiver to delete a value. Here they count as an empty value. */
const deletion = '""';

function repetitionsOf(field: string, separators: Separators): readonly Repetition[] {
  if (field === "") return [];
  return field
    .split(separators.repetition)
    .map((repetition) => repetition.split(separators.component).map((component) => textOf(component, separators)))
    .filter((components) => components.some((component) => component !== ""));
}

function textOf(component: string, separators: Separators): string {
  const end = component.indexOf(separators.subcomponent);
  const first = end < 0 ? component : component.slice(0, end);
  return first === deletion ? "" : unescaped(first, separators).trim();
}

/** Replaces escape sequences, which are enclosed in two escape characters. A single escape character is literal. */
function unescaped(text: string, separators: Separators): string {
  if (!text.includes(separators.escape)) return text;
  const parts = text.split(separators.escape);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part;
      return index === parts.length - 1 ? separators.escape + part : meaningOf(part, separators);
    })
    .join("");
}

function meaningOf(sequence: string, { field, component, subcomponent, repetition, escape }: Separators): string {
  const plain = new Map([
    ...([
      ["F", field],
      ["S", component],
      ["T", subcomponent],
      ["R", repetition],
      ["E", escape],
    ] as const),
    [".br", " "],
  ]);
  return plain.get(sequence) ?? (/^X(?:[0-9A-Fa-f]{2})+$/.test(sequence) ? hexText(sequence.slice(1)) : "");
}

const hexText = (digits: string): string => fromWindows1252(Buffer.from(digits, "hex"));
