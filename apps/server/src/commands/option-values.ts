import {
  type CallImport,
  type CalendarDate,
  type CredentialId,
  type EmailAddress,
  type ImportAttempt,
  type Instant,
  maxLabelLength,
  parseCalendarDate,
  parseEmail,
  parseId,
  parseInstant,
  parseSampleMonth,
  type PatientFile,
  type SampleMonth,
  type Span,
  startOfDay,
  toSecond,
  type UploadKind,
  uploadKinds,
  type UserId,
  utc,
} from "@repute/domain";
import { InvalidArgumentError } from "commander";
import { parsePort } from "../settings/address.js";

const day = 86_400_000;

export const credentialIdOption = (text: string): CredentialId => idOption<CredentialId>(text);
export const userIdOption = (text: string): UserId => idOption<UserId>(text);

/** Number of an import, or of an attempt that stored no import. */
export type ImportNumber = { readonly number: number; readonly of: "attempt" | "run" };

/** Parses the number of an import as `imports list` prints it: `3`, or `attempt-4` if nothing was stored. */
export function importNumberOption(text: string): ImportNumber {
  const [number, of] = [text.replace(/^attempt[- ]/i, ""), "attempt" as const];
  return { number: idOption<ImportAttempt["id"]>(number), of: number === text ? "run" : of };
}

export const patientFileIdOption = (text: string): PatientFile["id"] => idOption<PatientFile["id"]>(text);

export function idOption<Id extends CallImport["id"] | CredentialId | ImportAttempt["id"] | PatientFile["id"] | UserId>(
  text: string,
): Id {
  const id = /^\d{1,16}$/.test(text) ? parseId<Id>(Number(text)) : undefined;
  return id ?? refuse("Expected a positive integer.");
}

/** Parses an expiry time: a timestamp, or a date. A date means the end of that day in UTC. */
export function expiryOption(text: string): Instant {
  const date = parseCalendarDate(text);
  const instant = date ? startOfDay(date, utc) + day : parseInstant(text);
  return instant === undefined
    ? refuse(
        "Expected a timestamp (YYYY-MM-DDThh:mm:ssZ) or a date (YYYY-MM-DD). A date means the end of that day in UTC.",
      )
    : toSecond(instant);
}

const units: Readonly<Record<string, Span["period"]>> = { m: "minute", h: "hour", d: "day" };

/** Parses a span of time, such as `90m`, `26h` or `3d`. */
export function spanOption(text: string): Span {
  const [, count, unit = ""] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const period = units[unit];
  return period
    ? { count: Number(count), period }
    : refuse("Expected a number of minutes, hours or days, such as 90m, 26h or 3d.");
}

/** Parses a start time: a timestamp, or a date. A date means the start of that day in UTC. */
export function sinceOption(text: string): Instant {
  const date = parseCalendarDate(text);
  const instant = date ? startOfDay(date, utc) : parseInstant(text);
  return instant ?? refuse("Expected a date (YYYY-MM-DD) or a timestamp (YYYY-MM-DDThh:mm:ssZ).");
}

/** Parses an upload time: a timestamp, or a date in the account's time zone. */
export const uploadTimeOption = (text: string): Instant | CalendarDate =>
  parseCalendarDate(text) ??
  parseInstant(text) ??
  refuse(
    "Expected a timestamp (YYYY-MM-DDThh:mm:ssZ), or a date (YYYY-MM-DD) for the start of that day in the account's time zone.",
  );

export const monthOption = (text: string): SampleMonth =>
  parseSampleMonth(text) ?? refuse("Expected a month (YYYY-MM).");

export const emailOption = (text: string): EmailAddress => parseEmail(text) ?? refuse("Expected an email address.");

/** Validates a label and returns it unchanged. */
export const labelOption = (text: string): string =>
  text.trim() !== "" && text.length <= maxLabelLength ? text : refuse(`Expected 1 to ${maxLabelLength} characters.`);

/**
 * Returns a parser that accepts a file name only with the given extension.
 * A typing error then cannot overwrite a file of another type.
 */
export const fileOption =
  (ending: string) =>
  (file: string): string =>
    file.toLowerCase().endsWith(ending) ? file : refuse(`Expected a file name that ends in ${ending}.`);

/** Parses a non-negative integer. The domain checks its range. */
export const wholeNumberOption = (text: string): number =>
  /^\d{1,9}$/.test(text) ? Number(text) : refuse("Expected a non-negative integer.");

export const positiveOption = (text: string): number =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse("Expected a positive integer.");

/** Returns a parser for comma-separated lists. The word `none` stands for an empty list. */
export const listOption =
  (none: string) =>
  (text: string): readonly string[] =>
    text === none ? [] : text.split(",").map((member) => member.trim());

/** Parses kinds of files, separated by commas. */
export const uploadKindsOption = (text: string): readonly UploadKind[] =>
  text.split(",").map((name) => {
    const kind = uploadKinds.find((one) => one === name.trim());
    return kind ?? refuse(`Expected one or more of ${uploadKinds.join(", ")}, separated by commas.`);
  });

/** Validates a port number and returns it as a string for the configuration. */
export const portOption = (text: string): string =>
  parsePort(text) === undefined ? refuse("Expected a port number from 0 to 65535.") : text;

function refuse(expected: string): never {
  throw new InvalidArgumentError(expected);
}
