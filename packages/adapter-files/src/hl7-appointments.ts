import type { FileHandle } from "node:fs/promises";
import { type ImportRow, parseInstant, type SystemDescription } from "@repute/domain";
import { componentOf, type Hl7Message, hl7Messages, type Repetition } from "./hl7-messages.js";
import { codedTexts, distinct, locationsOf, nameIn, providersOf, resources } from "./hl7-resources.js";
import { type MaybeTexts, present, type Reading } from "./import-texts.js";
import type { Notice } from "./input-file.js";

const chunkRows = 500;

/** Reads the appointments of a file of HL7 v2 scheduling messages in chunks. */
export async function* hl7Rows(
  handle: FileHandle,
  { system, notice, onLayout }: Reading,
): AsyncGenerator<readonly ImportRow[]> {
  onLayout({ format: "HL7 v2", facts: [] });
  let chunk: ImportRow[] = [];
  let count = 0;
  const about: About = { offsetOf: messageOffsets(system), notice };
  for await (const message of hl7Messages(handle, notice)) {
    const row = schedulingRow((count += 1), message, about);
    if (row) chunk.push(message?.isLong ? copied(row) : row);
    if (chunk.length < chunkRows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Copies the strings of a row. Otherwise, they would keep the whole message in memory. */
const copied = (row: ImportRow): ImportRow => JSON.parse(JSON.stringify(row)) as ImportRow;

/** `offsetOf` returns the UTC offset for the times of a message that have none, or an empty string. */
type About = { readonly offsetOf: (message: Hl7Message) => string; readonly notice: Notice };

const severalPatients = "some messages have several patients: only the first patient of each message was read";
const messageOffset =
  "times without an offset were read with the offset in MSH-7, because the connection has no time zone";
const differentTimes =
  "some messages have several times for one appointment: the time that most of TQ1, AIS, AIL and AIP have was used, otherwise the time in SCH-11";

/**
 * Converts a scheduling message (SIU, HL7 v2 chapter 10) to a row.
 * Returns `undefined` for S23 and S24, which block and open time slots and contain no appointment.
 */
function schedulingRow(row: number, message: Hl7Message | undefined, about: About): ImportRow | undefined {
  if (!message?.isComplete) return incompleteRow(row, message);
  const [type = "", event = ""] = message.field("MSH", 9)[0]?.first ?? [];
  if (type !== "SIU") return { row, problem: `is a message of ${typeName(type)}, expected SIU` };
  if (event === "S23" || event === "S24") return undefined;
  return { row, ...missingSegment(message), ...rowOf(message, event, about) };
}

function missingSegment(message: Hl7Message): Pick<ImportRow, "problem"> {
  const missing = ["SCH", "PID"].find((segment) => message.segments(segment).length === 0);
  return missing ? { problem: `has no segment ${missing}` } : {};
}

/** An incomplete message still cancels an appointment that it names, so that no patient is invited to review the visit. */
function incompleteRow(row: number, message: Hl7Message | undefined): ImportRow {
  const identity = message ? identityOf(message) : {};
  const [type, event = ""] = message?.field("MSH", 9)[0]?.first ?? [];
  const status = type === "SIU" && identity.appointmentId ? statusOfEvent.get(event) : undefined;
  return { row, problem: "is not a complete HL7 message", ...present({ ...identity, status }) };
}

/** Returns the fields that help a person find an appointment. */
function identityOf(message: Hl7Message): MaybeTexts {
  const names = message.field("PID", 5);
  const name = names.find(({ first }) => first[6] === "L") ?? names[0];
  return {
    appointmentId: firstOf(message, ["SCH", 2], ["SCH", 1], ["SCH", 27], ["SCH", 26]),
    patientId: patientIdOf(message),
    lastName: nameIn(name, 0),
    firstName: nameIn(name, 1),
  };
}

function rowOf(message: Hl7Message, event: string, about: About): Omit<ImportRow, "row"> {
  const [location, ...locations] = distinct(locationsOf(message));
  const [provider, ...providers] = distinct(providersOf(message));
  if (message.segments("PID").length > 1) about.notice(severalPatients);
  return {
    ...present({ ...textsOf(message, event, about), location, provider }),
    ...(isDeceased(message) && { isDeceased: true }),
    ...othersOf(locations, providers),
  };
}

/** True if PID-30 says that the patient died, or if only PID-29 has a time of death. */
const isDeceased = (message: Hl7Message): boolean =>
  /^(?:Y|\d{4})/i.test(firstOf(message, ["PID", 30], ["PID", 29]) ?? "");

const othersOf = (location: readonly string[], provider: readonly string[]): Pick<ImportRow, "others"> =>
  location.length + provider.length === 0
    ? {}
    : { others: { ...(location.length > 0 && { location }), ...(provider.length > 0 && { provider }) } };

/** Returns a message type for use in an error message. Hides a malformed type, because it may be patient data. */
const typeName = (type: string): string => (/^[A-Z]{3}$/.test(type) ? `type ${type}` : "another type");

function textsOf(message: Hl7Message, event: string, about: About): MaybeTexts {
  const phones = [...message.field("PID", 13), ...message.field("PID", 40), ...message.field("PID", 14)];
  return {
    ...identityOf(message),
    dateOfBirth: firstOf(message, ["PID", 7])?.replace(timeOfBirth, "$1"),
    ...phonesOf(message),
    email: emailOf(phones),
    state: componentOf(message.field("PID", 11), 4),
    appointmentDate: appointmentTime(message, about),
    status: statusOf(message, event),
  };
}

const timeOfBirth = /^(\d{8})[\d+-].*$/;

/** Returns the first component of a field. If the field is empty, tries the next of the given fields. */
const firstOf = (message: Hl7Message, ...fields: readonly (readonly [string, number])[]): string | undefined =>
  fields.map(([segment, number]) => componentOf(message.field(segment, number), 1)).find(Boolean);

// cspell:disable
/**
 * Types of identifiers (HL7 table 0203) that the state or an insurer gives to a person. National identifiers have the
 * code of their country, such as `NN` and the letters of the country.
 */
const idsOfPerson: readonly RegExp[] = [
  /^SS|SOCIAL|LICEN[CS]E|PASSPORT|MEDICA(?:ID|RE)|^NN/,
  /^(?:SB|NI|NII|NIIP|NH|NHS|DL|DLN|DP|PP|PPN|PPC|PRC|VS|VP|WP|SP|TPR|TAX|TN|CZ|NCT|IND|MCT|CONM|PC|PCN|PEN|MI)$/,
  /^(?:SN|MB|HC|JHN|PHC|PHE|PHO|MA|MC|MCR|MCD|RR|SR|SL|LI|LN|WC|WCN|BR|BCT|BA|BC|AM|DI|DS|MS|INS-?[AC]?)$/,
];

/** Types of identifiers of something other than a patient, such as a visit, an employee or a physician. */
const idsOfOthers =
  /^(?:VN|EI|EN|NE|CC|GI|GN|GL|NPI|PRN|DN|MD|DO|DDS|DPM|DR|DEA|DFN|RN|RPH|RI|UPIN|MCN|ACSN|SID|SNO|SNBSN)$/;
// cspell:enable

/** Issuers of social security numbers, driver's licenses, passports and Medicare numbers. */
const issuers = /^(?:(?:US)?SSA|SSN?|2\.16\.840\.1\.113883\.4\.(?:1|3\.\d+|330(?:\.\d+)?|572|927))$/;

const typeOf = ({ first: [, , , , type = ""] }: Repetition): string => type.slice(0, 40).toUpperCase();

/** True for an identifier that the state or an insurer gives to a person. It is never used as the patient id. */
function isIdOfPerson(sent: Repetition): boolean {
  const authority = sent.whole[3]?.slice(0, 200).toUpperCase() ?? "";
  return (
    idsOfPerson.some((types) => types.test(typeOf(sent))) ||
    authority.split("&").some((part) => issuers.test(part)) ||
    /^\d{3}-\d{2}-\d{4}$/.test(sent.first[0] ?? "")
  );
}

const idTypes = ["MR", "MRN", "PI", "PT", ""];

/**
 * Returns the medical record number (MR), or else the patient's internal id (PI), or else another id of the practice in
 * PID-3, or else in PID-2. Never returns a number that the message also contains as a social security number or license.
 */
function patientIdOf(message: Hl7Message): string | undefined {
  const ids = message.field("PID", 3);
  const socialSecurity = message.field("PID", 19).filter((id) => /^\d{9}$/.test(plainId(id)));
  const refused = new Set([...ids.filter(isIdOfPerson), ...socialSecurity, ...message.field("PID", 20)].map(plainId));
  const usable = (sent: readonly Repetition[]) =>
    sent.filter((id) => id.first[0] && !isIdOfPerson(id) && !idsOfOthers.test(typeOf(id)) && !refused.has(plainId(id)));
  const rank = (id: Repetition) => (idTypes.includes(typeOf(id)) ? idTypes.indexOf(typeOf(id)) : idTypes.length);
  const [best] = [...usable(ids).toSorted((one, other) => rank(one) - rank(other)), ...usable(message.field("PID", 2))];
  return best?.first[0];
}

/** Returns an id without hyphens and spaces, for comparison. */
const plainId = ({ first: [id = ""] }: Repetition): string => id.replace(/[- ]/g, "");

/** Appointment status by trigger event. Takes precedence over SCH-25. */
const statusOfEvent = new Map([
  ["S15", "cancelled"],
  ["S16", "cancelled"],
  ["S17", "deleted"],
  ["S26", "noshow"],
]);

/** Returns all statuses of an appointment: SCH-25, otherwise AIS-10. */
function statusOf(message: Hl7Message, event: string): string | undefined {
  const ofEvent = statusOfEvent.get(event);
  if (ofEvent) return ofEvent;
  const filled = message.field("SCH", 25);
  const sent = filled.length > 0 ? filled : message.segments("AIS").flatMap((segment) => segment.field(10));
  // The message S13 contains the new time of a rescheduled appointment.
  const counted = sent.map(codedTexts).filter((texts) => event !== "S13" || !texts.some(isRescheduled));
  return distinct(counted.flat()).join(" | ") || undefined;
}

const isRescheduled = (text: string): boolean => /^re-?sch/i.test(text);

/**
 * Assigns the phones in PID-13, PID-14 and PID-40 (XTN) to fields by use and equipment.
 * If no phone is marked as mobile, an unmarked PID-13 phone counts as mobile.
 */
function phonesOf(message: Hl7Message): Pick<MaybeTexts, "mobilePhone" | "homePhone" | "workPhone"> {
  const phonesIn = (field: number) =>
    message
      .field("PID", field)
      .map(({ first }) => first)
      .filter(isTelephone);
  const isWork = ([, use]: Telecom) => use === "WPN";
  const more = phonesIn(40);
  const home = [...phonesIn(13), ...more.filter((phone) => !isWork(phone))];
  const work = [...phonesIn(14), ...more.filter(isWork)];
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

const isMobile = ([, use = "", equipment = ""]: Telecom): boolean =>
  /^(?:PRS|CP|CELL|MOBILE)\b/i.test(use) || /^(?:CP|CELL|MOBILE)\b/i.test(equipment);

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
  const code = country.slice(0, 10).replace(/\D/g, "");
  const parts = local === "" ? "" : `${code === "" ? "" : `+${code}`}${area}${local}`;
  const sent = [phone[0]?.includes("@") ? "" : phone[0], parts, phone[11]];
  return sent.find((number) => /(?:\d\D{0,5}){10}/.test(number?.slice(0, 100) ?? "")) ?? sent.find(Boolean);
}

/** Returns the first email address in a field: XTN-4, or else XTN-1. */
const emailOf = (telecoms: readonly Repetition[]): string | undefined =>
  telecoms.flatMap(({ first }) => [first[3], first[0]]).find((text) => text?.includes("@"));

/**
 * Returns the time of an appointment. The time that most of TQ1, AIS, AIL and AIP have counts, if at least two have it,
 * because SCH-11 often keeps the requested time. Otherwise, the first time counts in the order SCH-11, AIL, AIS, TQ1, AIP.
 */
function appointmentTime(message: Hl7Message, { offsetOf, notice }: About): string | undefined {
  const offset = offsetOf(message);
  const withOffset = (text: string | undefined) => {
    if (!text) return [];
    const time = timeOf(text, offset);
    if (time !== timeOf(text, "")) notice(messageOffset);
    return [time];
  };
  const ofResources = [
    ...withOffset(timeIn(message, "AIL", 6)),
    ...withOffset(timeIn(message, "AIS", 4)),
    // Some senders shift the fields of TQ1 by one.
    ...withOffset(timeIn(message, "TQ1", 7, 8, 6)),
    ...withOffset(timeIn(message, "AIP", 6)),
  ];
  const times = [...withOffset(scheduledTime(message)), ...ofResources];
  const first = times.find(isTime) ?? times[0];
  if (first === undefined) return undefined;
  if (!times.every((time) => isSameTime(time, first))) notice(differentTimes);
  const chosen = mostFrequent(ofResources) ?? first;
  const [longest] = times
    .filter((time) => isSameTime(time, chosen))
    .toSorted((one, other) => other.length - one.length);
  return longest;
}

/**
 * Creates a function that returns the offset in MSH-7, or an empty string if the time zone of the connection applies. If
 * MSH-7 has the offset of the account's own clock, the account's time zone applies, because the clock may change between
 * MSH-7 and the appointment.
 */
function messageOffsets({ timeZone, accountTimeZone }: SystemDescription): (message: Hl7Message) => string {
  const clock =
    accountTimeZone && new Intl.DateTimeFormat("en-US", { timeZone: accountTimeZone, timeZoneName: "longOffset" });
  return (message) => {
    const sent = timeZone === null ? timeOf(componentOf(message.field("MSH", 7), 1) ?? "", "") : "";
    const instant = parseInstant(sent);
    if (instant === undefined) return "";
    const offset = sent.slice(timeLength).replace("Z", "+00:00");
    const [, ofAccount = "+00:00"] = /GMT([+-]\d{2}:\d{2})?$/.exec(clock?.format(instant) ?? "") ?? [undefined, ""];
    return offset === ofAccount ? "" : offset;
  };
}

/** Length of an ISO 8601 time without an offset, such as `2026-03-02T09:00:00`. */
const timeLength = 19;

/** Returns the time that is more frequent than every other time. */
function mostFrequent(times: readonly string[]): string | undefined {
  const frequency = (time: string) => times.filter((other) => isSameTime(other, time)).length;
  const highest = Math.max(2, ...times.map(frequency));
  const [best, ...others] = times.filter((time) => frequency(time) === highest);
  return best !== undefined && others.every((time) => isSameTime(time, best)) ? best : undefined;
}

/** Returns SCH-11.4, or else SCH-11.1, which can also contain a quantity. */
function scheduledTime(message: Hl7Message): string | undefined {
  const schedules = message.field("SCH", 11);
  const texts = [3, 0].flatMap((index) => schedules.map(({ first }) => first[index] ?? ""));
  return texts.find(isTime) ?? componentOf(schedules, 4);
}

const timeIn = (message: Hl7Message, name: string, ...numbers: readonly number[]): string | undefined =>
  resources(message, name)
    .flatMap((segment) => numbers.flatMap((number) => segment.field(number).flatMap(({ first }) => first.slice(0, 1))))
    .find(isTime);

/** True for a string that begins like a date, such as `20261118`, `2026-11-18` or `11/18/2026`. */
const isTime = (text: string): boolean => /^(?!0000)\d[\d/-]{7}/.test(text);

/** Compares times to the minute, because some fields omit the seconds or the offset. A day is the same as its times. */
function isSameTime(one: string, other: string): boolean {
  const [shorter, longer] = [minuteOf(one), minuteOf(other)].toSorted((a, b) => a.length - b.length);
  return longer?.startsWith(shorter ?? "") === true;
}

const minuteOf = (time: string): string =>
  time.replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):\d{2}/, "$1$2$3$4$5").replace(/^(\d{12})\d{2}$/, "$1");

/**
 * Converts an HL7 time with an offset, such as `20260302090000.0000-0700`, to ISO 8601. A time of day without an offset
 * gets the offset of the message. Otherwise, only removes the fraction of a second.
 */
function timeOf(text: string, offsetOfMessage: string): string {
  const [, year, month, day, hour, minute = "00", second = "00", offset = offsetOfMessage] = hl7Time.exec(text) ?? [];
  if (hour === undefined) return text;
  if (offset === "") return `${year}${month}${day}${hour}${minute}${second}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset.replace(/^(...):?(..)$/, "$1:$2")}`;
}

const hl7Time = /^(\d{4})(\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})?)?(?:\.\d{1,9})?([+-]\d{2}:?\d{2}|Z)?$/;
