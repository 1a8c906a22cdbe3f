import { invalidParameter } from "./domain-error.js";
import type { Brand } from "./ids.js";

/** Amount of money in whole cents. */
export type Cents = Brand<number, "Cents">;

const amountShape = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Parses a decimal amount (`"1250.00"`, `"-3.5"`) to cents. Returns `undefined` for anything else. */
export function parseMoney(text: string): Cents | undefined {
  const parts = amountShape.exec(text);
  if (!parts) return undefined;
  const cents = Number(parts[2]) * 100 + Number((parts[3] ?? "").padEnd(2, "0"));
  return (parts[1] && cents > 0 ? -cents : cents) as Cents;
}

/** Formats cents as a decimal amount: `1250.00`, `-3.50`. */
export function decimalText(amount: number): string {
  const cents = Math.abs(amount);
  return `${amount < 0 ? "-" : ""}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

const maxMembers = 1_000;

/** Parses a comma-separated list of integers. Throws `not_an_integer`, or `too_many_members` for more than 1,000. */
export function parseIntegerList(parameter: string, text: string): readonly number[] {
  const members = text.split(",", maxMembers + 1);
  if (members.length > maxMembers) {
    throw invalidParameter("too_many_members", parameter, `${parameter} must list at most ${maxMembers} values`);
  }
  return members.map((member) => integerIn(parameter, member, "integers separated by commas"));
}

/** Parses an integer. Ignores surrounding spaces. Throws `not_an_integer` for anything else. */
export const parseInteger = (parameter: string, text: string): number => integerIn(parameter, text, "an integer");

/**
 * Parses a comma-separated list of star ratings and removes duplicates.
 * Throws `invalid_rating` for ratings outside of 1 to 5.
 */
export function parseRatings(parameter: string, text: string): readonly number[] {
  const ratings = parseIntegerList(parameter, text);
  if (ratings.every((rating) => rating >= 1 && rating <= 5)) return [...new Set(ratings)];
  throw invalidParameter("invalid_rating", parameter, `${parameter} must be integers from 1 to 5, separated by commas`);
}

/** Rounds a rating half up. Filters compare the rounded rating. */
export const roundedRating = (rating: number | null): number | null =>
  rating === null ? null : Math.floor(rating + 0.5);

const integer = /^-?\d{1,16}$/;

function integerIn(parameter: string, text: string, expected: string): number {
  const value = Number(text.trim());
  if (integer.test(text.trim()) && Number.isSafeInteger(value)) return value;
  throw invalidParameter("not_an_integer", parameter, `${parameter} must be ${expected}`);
}
