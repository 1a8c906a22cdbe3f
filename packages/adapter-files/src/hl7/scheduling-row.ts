import type { ImportRow } from "@repute/domain";
import { type MaybeTexts, present } from "../import-texts.js";
import { type Hl7Message, parseHl7Message, type Repetition } from "./hl7-message.js";
import type { Segments } from "./hl7-messages.js";

/**
 * Converts a scheduling message (SIU, HL7 v2 chapter 10) to a row.
 * Returns `undefined` for S23 and S24, which block and open time slots and contain no appointment.
 */
export function schedulingRow(row: number, segments: Segments): ImportRow | undefined {
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
