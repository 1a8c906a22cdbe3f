import { invalidParameter } from "./domain-error.js";

const maxMembers = 1_000;
const integer = /^-?\d{1,16}$/;

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

function integerIn(parameter: string, text: string, expected: string): number {
  const value = Number(text.trim());
  if (integer.test(text.trim()) && Number.isSafeInteger(value)) return value;
  throw invalidParameter("not_an_integer", parameter, `${parameter} must be ${expected}`);
}

/**
 * Parses a comma-separated list of star ratings and removes duplicates.
 * Throws `invalid_rating` for ratings outside of 1 to 5.
 */
export function parseRatings(parameter: string, text: string): readonly number[] {
  const ratings = parseIntegerList(parameter, text);
  if (ratings.every((rating) => rating >= 1 && rating <= 5)) return [...new Set(ratings)];
  throw invalidParameter("invalid_rating", parameter, `${parameter} must be integers from 1 to 5, separated by commas`);
}
