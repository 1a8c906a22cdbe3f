import type { CredentialId, Instant } from "@repute/domain";
import { parseCalendarDate, parseId, parseInstant, startOfDay, toSecond, utc } from "@repute/domain";
import { InvalidArgumentError } from "commander";
import { parsePort } from "../config.js";

const day = 86_400_000;

/** An id as it is typed. */
export function credentialIdOption(text: string): CredentialId {
  const id = /^\d{1,16}$/.test(text) ? parseId<CredentialId>(Number(text)) : undefined;
  return id ?? refuse("Expected a positive whole number.");
}

/** When something ends: a timestamp, or a date for the end of that day in UTC. */
export function expiryOption(text: string): Instant {
  const date = parseCalendarDate(text);
  const instant = date ? startOfDay(date, utc) + day : parseInstant(text);
  return instant === undefined
    ? refuse("Expected a date (YYYY-MM-DD, for the end of that day in UTC) or a timestamp (YYYY-MM-DDThh:mm:ssZ).")
    : toSecond(instant);
}

/** When something begins: a timestamp, or a date for its beginning in UTC. */
export function sinceOption(text: string): Instant {
  const date = parseCalendarDate(text);
  const instant = date ? startOfDay(date, utc) : parseInstant(text);
  return instant ?? refuse("Expected a date (YYYY-MM-DD) or a timestamp (YYYY-MM-DDThh:mm:ssZ).");
}

/** A port, as text for the configuration. */
export const portOption = (text: string): string =>
  parsePort(text) === undefined ? refuse("Expected a port number from 0 to 65535.") : text;

function refuse(expected: string): never {
  throw new InvalidArgumentError(expected);
}
