import { maxProblems, type Problem, tooLarge } from "../../foundation/kernel/domain-error.js";
import { type Instant, isoInstant, minute, plus } from "../../foundation/kernel/instant.js";
import { isJsonObject } from "../../foundation/kernel/json-object.js";
import { defaulted, orEmpty } from "../../foundation/kernel/line-fields.js";
import { type LineProblem, maxKeyLength, readLine } from "../../foundation/kernel/line-shape.js";
import { pointed, wrongBody } from "../../foundation/kernel/pointed-problems.js";
import { submissionFields, type SubmissionLine } from "./submission-line.js";

/** Maximum time in milliseconds that a partner's clock may be ahead of the server's clock. */
const margin = 5 * minute;

/** Parses a single submission. If its date is missing, uses `received`. Throws `invalid_submission`. */
export function readSubmission(sent: unknown, received: Instant): SubmissionLine {
  const date = orEmpty(defaulted(submissionFields.submission_date, received));
  const read = inForm(sent, { ...submissionFields, submission_date: date }, received);
  if ("line" in read) return read.line;
  throw wrongBody(
    "invalid_submission",
    read.problems.map((problem) => pointed("", problem)),
  );
}

/**
 * Parses a batch of up to `max` submissions. Throws `invalid_submissions` if any submission is invalid, and
 * `too_many_submissions` if the batch is larger.
 */
export function readSubmissions(sent: unknown, received: Instant, max: number): readonly SubmissionLine[] {
  const elements = elementsOf(sent, max);
  const lines: SubmissionLine[] = [];
  const faulty: (readonly Problem[])[] = [];
  for (const [index, element] of elements.entries()) {
    const read = inForm(element, submissionFields, received);
    if ("line" in read) lines.push(read.line);
    else faulty.push(read.problems.map((problem) => pointed(`/submissions/${index}`, problem)));
    if (faulty.length === maxProblems) break;
  }
  if (faulty.length > 0) throw wrongBody("invalid_submissions", faulty.flat());
  return lines;
}

function elementsOf(sent: unknown, max: number): readonly unknown[] {
  if (!isJsonObject(sent))
    throw wrongBody("invalid_submissions", [
      pointed("", { key: "", message: "expected an object with the key submissions" }),
    ]);
  const unknown = Object.keys(sent).filter((key) => key !== "submissions");
  if (unknown.length > 0)
    throw wrongBody(
      "invalid_submissions",
      unknown.map((key) => pointed("", { key: key.slice(0, maxKeyLength), message: "is not a known key" })),
    );
  const elements = sent["submissions"];
  if (!Array.isArray(elements) || elements.length === 0) {
    throw wrongBody("invalid_submissions", [
      pointed("", { key: "submissions", message: "expected an array with at least one submission" }),
    ]);
  }
  if (elements.length <= max) return elements;
  throw tooLarge(
    "too_many_submissions",
    `submissions must have at most ${max} elements; split the submissions into several requests`,
  );
}

type Fields = typeof submissionFields;

function inForm(
  sent: unknown,
  fields: Fields,
  received: Instant,
): { readonly line: SubmissionLine } | { readonly problems: readonly LineProblem[] } {
  if (!isJsonObject(sent)) return { problems: [{ key: "", message: "expected an object" }] };
  const read = readLine(fields, sent);
  if ("problems" in read) return read;
  const line = { id: null, ...read.values };
  if (line.submission_date <= plus(received, margin)) return { line };
  const expected = `expected a time no later than ${isoInstant(plus(received, margin))}`;
  return { problems: [{ key: "submission_date", message: expected }] };
}
