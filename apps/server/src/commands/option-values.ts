import type {
  CalendarDate,
  CredentialId,
  EmailAddress,
  ImportAttempt,
  Instant,
  SampleMonth,
  UserId,
} from "@repute/domain";
import {
  longestLabel,
  parseCalendarDate,
  parseEmail,
  parseId,
  parseInstant,
  parseSampleMonth,
  startOfDay,
  toSecond,
  utc,
} from "@repute/domain";
import { InvalidArgumentError } from "commander";
import { parsePort } from "../settings/address.js";

const day = 86_400_000;

/** An id as it is typed. */
export const credentialIdOption = (text: string): CredentialId => idOption<CredentialId>(text);
export const userIdOption = (text: string): UserId => idOption<UserId>(text);

export const attemptIdOption = (text: string): ImportAttempt["id"] => idOption<ImportAttempt["id"]>(text);

function idOption<Id extends CredentialId | ImportAttempt["id"] | UserId>(text: string): Id {
  const id = /^\d{1,16}$/.test(text) ? parseId<Id>(Number(text)) : undefined;
  return id ?? refuse("Expected a positive integer.");
}

/** Reads the time when something ends: a timestamp, or a date, which means the end of that day in UTC. */
export function expiryOption(text: string): Instant {
  const date = parseCalendarDate(text);
  const instant = date ? startOfDay(date, utc) + day : parseInstant(text);
  return instant === undefined
    ? refuse(
        "Expected a timestamp (YYYY-MM-DDThh:mm:ssZ) or a date (YYYY-MM-DD). A date means the end of that day in UTC.",
      )
    : toSecond(instant);
}

/** When something begins: a timestamp, or a date for its beginning in UTC. */
export function sinceOption(text: string): Instant {
  const date = parseCalendarDate(text);
  const instant = date ? startOfDay(date, utc) : parseInstant(text);
  return instant ?? refuse("Expected a date (YYYY-MM-DD) or a timestamp (YYYY-MM-DDThh:mm:ssZ).");
}

/** When a file came in: a timestamp, or a day of the account's. */
export const uploadTimeOption = (text: string): Instant | CalendarDate =>
  parseCalendarDate(text) ??
  parseInstant(text) ??
  refuse(
    "Expected a timestamp (YYYY-MM-DDThh:mm:ssZ), or a date (YYYY-MM-DD) for the start of that day in the account's time zone.",
  );

/** A month as it is typed. */
export const monthOption = (text: string): SampleMonth =>
  parseSampleMonth(text) ?? refuse("Expected a month (YYYY-MM).");

/** Somebody's address. */
export const emailOption = (text: string): EmailAddress => parseEmail(text) ?? refuse("Expected an email address.");

/** A name that is kept as it is. */
export const labelOption = (text: string): string =>
  text.trim() !== "" && text.length <= longestLabel ? text : refuse(`Expected 1 to ${longestLabel} characters.`);

/** A file of a kind that its name ends with: a slip of the hand must not write over a file of another kind. */
export const fileOption =
  (ending: string) =>
  (file: string): string =>
    file.toLowerCase().endsWith(ending) ? file : refuse(`Expected a file name that ends in ${ending}.`);

/** A whole number that is not negative; what it may be is the domain's to say. */
export const wholeNumberOption = (text: string): number =>
  /^\d{1,9}$/.test(text) ? Number(text) : refuse("Expected a non-negative integer.");

/** Texts separated by commas; none of them for the word given. */
export const listOption =
  (none: string) =>
  (text: string): readonly string[] =>
    text === none ? [] : text.split(",").map((member) => member.trim());

/** A port, as text for the configuration. */
export const portOption = (text: string): string =>
  parsePort(text) === undefined ? refuse("Expected a port number from 0 to 65535.") : text;

function refuse(expected: string): never {
  throw new InvalidArgumentError(expected);
}
