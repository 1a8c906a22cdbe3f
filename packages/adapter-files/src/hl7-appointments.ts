import type { FileHandle } from "node:fs/promises";
import type { ImportRow } from "@repute/domain";
import { type Hl7Message, hl7Messages, type Repetition } from "./hl7-messages.js";
import { type MaybeTexts, present, type Reading } from "./import-texts.js";

const chunkRows = 500;

/** Reads the appointments of a file of HL7 v2 scheduling messages in chunks. */
export async function* hl7Rows(
  handle: FileHandle,
  { system, notice, onLayout }: Reading,
): AsyncGenerator<readonly ImportRow[]> {
  onLayout({ format: "HL7 v2", facts: [] });
  let chunk: ImportRow[] = [];
  let count = 0;
  const about: About = { hasZone: system.timeZone !== null, onDifferentTimes: () => notice(differentTimes) };
  for await (const message of hl7Messages(handle, notice)) {
    const row = schedulingRow((count += 1), message, about);
    if (row) chunk.push(row);
    if (chunk.length < chunkRows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** `hasZone` is true if the connection has a time zone, which then applies instead of the offset of a message. */
type About = { readonly hasZone: boolean; readonly onDifferentTimes: () => void };

const differentTimes =
  "some messages have several times for one appointment: the time that most of TQ1, AIS, AIL and AIP have was used, otherwise the time in SCH-11";

/**
 * Converts a scheduling message (SIU, HL7 v2 chapter 10) to a row.
 * Returns `undefined` for S23 and S24, which block and open time slots and contain no appointment.
 */
function schedulingRow(row: number, message: Hl7Message | undefined, about: About): ImportRow | undefined {
  if (!message) return { row, problem: "is not a complete HL7 message" };
  const [type = "", event = ""] = message.field("MSH", 9)[0]?.first ?? [];
  if (type !== "SIU") return { row, problem: `is a message of ${typeName(type)}, expected SIU` };
  if (event === "S23" || event === "S24") return undefined;
  const missing = ["SCH", "PID"].find((segment) => message.segments(segment).length === 0);
  return { row, ...(missing && { problem: `has no segment ${missing}` }), ...rowOf(message, event, about) };
}

function rowOf(message: Hl7Message, event: string, about: About): Omit<ImportRow, "row"> {
  const [location, ...locations] = distinct(locationsOf(message));
  const [provider, ...providers] = distinct(providersOf(message));
  const isDeceased = /^Y/i.test(firstOf(message, ["PID", 30]) ?? "");
  return {
    ...present({ ...textsOf(message, event, about), location, provider }),
    ...(isDeceased && { isDeceased }),
    ...othersOf(locations, providers),
  };
}

const othersOf = (location: readonly string[], provider: readonly string[]): Pick<ImportRow, "others"> =>
  location.length + provider.length === 0
    ? {}
    : { others: { ...(location.length > 0 && { location }), ...(provider.length > 0 && { provider }) } };

/** Returns a message type for use in an error message. Hides a malformed type, because it may be patient data. */
const typeName = (type: string): string => (/^[A-Z]{3}$/.test(type) ? `type ${type}` : "another type");

const distinct = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => text || [])),
];

function textsOf(message: Hl7Message, event: string, about: About): MaybeTexts {
  const names = message.field("PID", 5);
  const name = (names.find(({ first }) => first[6] === "L") ?? names[0])?.first;
  return {
    appointmentId: firstOf(message, ["SCH", 2], ["SCH", 1], ["SCH", 27], ["SCH", 26]),
    patientId: patientIdOf(message.field("PID", 3)) ?? patientIdOf(message.field("PID", 2)),
    lastName: name?.[0],
    firstName: name?.[1],
    dateOfBirth: firstOf(message, ["PID", 7])?.replace(timeOfBirth, "$1"),
    ...phonesOf(message),
    email: emailOf(message.field("PID", 13)) ?? emailOf(message.field("PID", 14)),
    state: componentOf(message.field("PID", 11), 4),
    appointmentDate: appointmentTime(message, about),
    status: statusOf(message, event),
  };
}

const timeOfBirth = /^(\d{8})\d.*$/;

/** Returns a component from the first repetition in which this component is not empty. `number` starts at 1. */
const componentOf = (repetitions: readonly Repetition[], number: number): string | undefined =>
  repetitions.map(({ first }) => first[number - 1]).find(Boolean);

/** Returns the first component of a field. If the field is empty, tries the next of the given fields. */
const firstOf = (message: Hl7Message, ...fields: readonly (readonly [string, number])[]): string | undefined =>
  fields.map(([segment, number]) => componentOf(message.field(segment, number), 1)).find(Boolean);

/**
 * Types of identifiers (HL7 table 0203) that the state, an insurer or a bank gives to a person. They are never used as
 * the patient id. National identifiers have the code of their country, such as `NN` and the letters of the country.
 */
// cspell:disable
const idsOfPerson =
  /^(?:SS|SSN|SB|NI|NN[A-Z]*|NH|NPI|DL|DN|PP|PPN|PPC|PRC|VS|TAX|CZ|PE|PEN|MI|EI|EN|HC|JHN|PHC|PHE|PHO|MA|MC|MCN|MCR|MCD|BC|BA|CC|DR|BR|BCT|PC|WC|WCN|IND|PNT|SNO|SNBSN|SID|CONM|PRN|LN|MD|DO|RN|RI|ACSN)$/i;

// cspell:enable

const idTypes = ["MR", "PI", "PT"];

/** Returns the medical record number (MR), or else the patient's internal id (PI), or else another id of the practice. */
function patientIdOf(ids: readonly Repetition[]): string | undefined {
  const usable = ids.filter(({ first: [id = "", , , authority = "", type = ""] }) => {
    const isOfPerson = idsOfPerson.test(type.slice(0, 10)) || /SSA$|^SSN?$/i.test(authority.slice(-20));
    return id !== "" && !isOfPerson && !/^\d{3}-\d{2}-\d{4}$/.test(id);
  });
  const rank = (type = "") => (idTypes.includes(type) ? idTypes.indexOf(type) : idTypes.length);
  return usable.toSorted(({ first: one }, { first: other }) => rank(one[4]) - rank(other[4]))[0]?.first[0];
}

/** Appointment status by trigger event. Takes precedence over SCH-25. */
const statusOfEvent = new Map([
  ["S15", "cancelled"],
  ["S16", "cancelled"],
  ["S17", "deleted"],
  ["S26", "noshow"],
]);

/** Returns all statuses of an appointment: SCH-25, otherwise AIS-10. */
function statusOf(message: Hl7Message, event: string): string | undefined {
  const filled = statusTexts(message.field("SCH", 25));
  const ofServices = message.segments("AIS").flatMap((segment) => statusTexts(segment.field(10)));
  const sent = filled.length > 0 ? filled : ofServices;
  const event25 = statusOfEvent.get(event);
  // The message S13 contains the new time of a rescheduled appointment.
  const texts = event25 ? [event25] : sent.filter((text) => event !== "S13" || text.toLowerCase() !== "rescheduled");
  return distinct(texts).join(" | ") || undefined;
}

/** Returns the identifiers and texts of a coded field, without the names of the coding systems. */
const statusTexts = (repetitions: readonly Repetition[]): readonly string[] =>
  distinct(repetitions.flatMap(({ first }) => [first[0], first[1], first[3], first[4]]));

/**
 * Assigns the phones in PID-13 and PID-14 (XTN) to fields by use and equipment.
 * If no phone is marked as mobile, an unmarked PID-13 phone counts as mobile.
 */
function phonesOf(message: Hl7Message): Pick<MaybeTexts, "mobilePhone" | "homePhone" | "workPhone"> {
  const [home = [], work = []] = [13, 14].map((field) =>
    message
      .field("PID", field)
      .map(({ first }) => first)
      .filter(isTelephone),
  );
  const mobile = [...home, ...work].find(isMobile);
  const landline = home.filter((phone) => !isMobile(phone));
  const untyped = mobile ? undefined : landline.find(([, use = "", equipment = ""]) => use + equipment === "");
  return {
    mobilePhone: numberOf(mobile ?? untyped),
    homePhone: numberOf(landline.find((phone) => phone !== untyped)),
    workPhone: numberOf(work.find((phone) => !isMobile(phone))),
  };
}

/** Components of a phone number or an address. */
type Telecom = readonly string[];

const isMobile = ([, use, equipment]: Telecom): boolean => equipment === "CP" || use === "PRS";

const otherEquipment = ["FX", "MD", "BP", "TDD", "TTY", "Internet", "X.400"];

const isTelephone = (phone: Telecom): boolean =>
  !otherEquipment.includes(phone[2] ?? "") && phone[1] !== "NET" && numberOf(phone) !== undefined;

/**
 * Returns a phone number: the full number (XTN-1), or else country code, area code and local
 * number (XTN-5 to XTN-7), or else XTN-12.
 */
function numberOf(phone: Telecom | undefined): string | undefined {
  if (!phone) return undefined;
  const [country = "", area = "", local = ""] = phone.slice(4, 7);
  const parts = local === "" ? "" : `${country === "" ? "" : `+${country}`}${area}${local}`;
  const full = phone[0]?.includes("@") ? "" : phone[0];
  return [full, parts, phone[11]].find(Boolean);
}

/** Returns the first email address in a field: XTN-4, or else XTN-1. */
const emailOf = (telecoms: readonly Repetition[]): string | undefined =>
  telecoms.flatMap(({ first }) => [first[3], first[0]]).find((text) => text?.includes("@"));

/**
 * Returns the time of an appointment. If at least two of TQ1, AIS, AIL and AIP have the same time, this time counts,
 * because SCH-11 often keeps the requested time. Otherwise, the first time counts in the order SCH-11, AIL, AIS, TQ1, AIP.
 */
function appointmentTime(message: Hl7Message, { hasZone, onDifferentTimes }: About): string | undefined {
  const offset = hasZone ? "" : message.offset;
  const complete = (texts: readonly (string | undefined)[]) =>
    texts.flatMap((text) => (text ? timeOf(text, offset) : []));
  const ofResources = complete([
    timeIn(message, "AIL", 6),
    timeIn(message, "AIS", 4),
    // Some senders shift the fields of TQ1 by one.
    timeIn(message, "TQ1", 7, 8),
    timeIn(message, "AIP", 6),
  ]);
  const [first, ...others] = [...complete([scheduledTime(message)]), ...ofResources];
  if (first === undefined || others.every((time) => isSameTime(time, first))) return first;
  onDifferentTimes();
  return ofResources.find((time, index) => ofResources.slice(index + 1).some((one) => isSameTime(one, time))) ?? first;
}

/** Returns SCH-11.4, or else SCH-11.1, which can also contain a quantity. */
function scheduledTime(message: Hl7Message): string | undefined {
  const [schedule] = message.field("SCH", 11);
  const [plain = "", , , start = ""] = schedule?.first ?? [];
  return start || (/^\d{8}/.test(plain) ? plain : undefined);
}

const timeIn = (message: Hl7Message, name: string, ...numbers: readonly number[]): string | undefined =>
  message
    .segments(name)
    .flatMap((segment) => numbers.map((number) => componentOf(segment.field(number), 1)))
    .find(Boolean);

/** Compares times to the minute, because some fields omit the seconds. */
const isSameTime = (one: string, other: string): boolean => minuteOf(one) === minuteOf(other);

const minuteOf = (time: string): string =>
  time.replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):\d{2}/, "$1$2$3$4$5").replace(/^(\d{12})\d{2}$/, "$1");

/**
 * Converts an HL7 time with an offset, such as `20260302090000.0000-0700`, to ISO 8601. A time of day without an offset
 * gets the offset of the message. Otherwise, only removes the fraction of a second.
 */
function timeOf(text: string, offset: string): string {
  const local = text.replace(/\.\d{1,9}$/, "");
  const complete = /^\d{12}(?:\d{2})?$/.test(local) ? local + offset : text;
  const [, year, month, day, hour, minute, second = "00", offsetHour, offsetMinute] = hl7Time.exec(complete) ?? [];
  if (offsetHour === undefined) return local;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offsetHour}:${offsetMinute}`;
}

const hl7Time = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\.\d{1,9})?([+-]\d{2})(\d{2})$/;

/**
 * Returns the ids and names of the places of an appointment: of each AIL the point of care, the facility, the
 * description and the room, then of PV1-3, then of each AIG that is a room.
 */
function locationsOf(message: Hl7Message): readonly (string | undefined)[] {
  const places = [...message.segments("AIL").flatMap((segment) => segment.field(3)), ...message.field("PV1", 3)];
  const rooms = message.segments("AIG").filter((segment) => isRoom(textsIn(segment.field(4))));
  return [
    ...places.flatMap((place) => [
      ...[0, 3, 8].flatMap((index) => spellings(place, index)),
      ...spellings(place, 1).filter(isName),
    ]),
    ...rooms
      .flatMap((segment) => segment.field(3))
      .flatMap((room) => [0, 1, 3, 4].flatMap((at) => spellings(room, at))),
  ];
}

/** True for the name of a room. The number of a room could be the id of another location. */
const isName = (room: string | undefined): boolean => /\p{L}{3}/u.test(room ?? "");

const isRoom = (type: string): boolean => /\b(?:room|location|clinic|facility|site|office)\b/i.test(type);

/** Returns the coded texts of a field in one string, for recognizing a type of resource. */
const textsIn = (repetitions: readonly Repetition[]): string => statusTexts(repetitions).join(" ").slice(0, 200);

/**
 * Returns a component as a whole, then its first subcomponent. The whole component comes first, because senders often
 * forget to escape an `&`.
 */
const spellings = ({ whole, first }: Repetition, index: number): readonly (string | undefined)[] => [
  whole[index],
  first[index],
];

/** Returns the ids and names of the providers: physicians of AIP first, then all others of AIP, then PV1-7. */
function providersOf(message: Hl7Message): readonly (string | undefined)[] {
  const people = message.segments("AIP");
  const physicians = people.filter((segment) => isPhysician(textsIn(segment.field(4))));
  return [...[...physicians, ...people].map((segment) => segment.field(3)), message.field("PV1", 7)].flatMap(
    personTexts,
  );
}

const isPhysician = (type: string): boolean =>
  /^(?:D|MD|DO|DDS|DMD|DR|PHY|ATT)\b|\b(?:doctor|physician|surgeon|dentist|attending|provider)\b/i.test(type) &&
  !/\b(?:nurse|assistant|technician|tech)\b/i.test(type);

/** Returns the NPI of a person (XCN), then the other id numbers, then the name. */
function personTexts(people: readonly Repetition[]): readonly (string | undefined)[] {
  const isNational = ({ first }: Repetition) => first[8] === "NPI" || first[12] === "NPI";
  const [named] = people;
  return [
    ...[...people.filter(isNational), ...people].flatMap((person) => spellings(person, 0)),
    [named?.first[1], named?.first[2]].filter(Boolean).join(", "),
  ];
}
