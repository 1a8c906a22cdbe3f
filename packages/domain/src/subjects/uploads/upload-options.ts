import type { UploadKind } from "../../foundation/access/access-ports.js";
import { type EmailAddress, parseEmail } from "../../foundation/kernel/contact-details.js";
import { collectProblems, invalidParameter } from "../../foundation/kernel/domain-error.js";
import { maxLabelLength } from "../../foundation/kernel/line-fields.js";
import { isPlainText } from "../../foundation/kernel/text.js";
import {
  type Instant,
  parseCalendarDate,
  parseInstant,
  startOfDay,
  type TimeZone,
} from "../../foundation/kernel/times.js";
import { type CallTracker, callTrackers } from "../calls/call.js";
import { type CahpsType, cahpsTypes, parseSampleMonth, type SampleMonth } from "../patient-surveys/patient-rows.js";

/** Options of an upload. They are the options of the command for files of its kind. */
export type UploadOptions = {
  readonly dryRun?: true;
  readonly allowDeletions?: number;
  readonly test?: true;
  readonly explain?: true;
  readonly connection?: string;
  readonly uploadedAt?: Instant;
  readonly format?: CallTracker;
  readonly type?: CahpsType;
  readonly month?: SampleMonth;
  readonly by?: EmailAddress;
  readonly corrects?: number;
  readonly transform?: string;
  readonly platform?: number;
  readonly location?: number;
};

type Parameter<T> = {
  readonly option: keyof UploadOptions;
  readonly kinds: readonly UploadKind[];
  readonly expected: string;
  readonly parse: (text: string, timeZone: TimeZone) => T | null | undefined;
};

const flag = { expected: "true or false", parse: (text: string) => (text === "true" ? true : undefined) } as const;

const label = {
  expected: `1 to ${maxLabelLength} characters without line breaks`,
  parse: (text: string) => (text.length <= maxLabelLength && isPlainText(text) ? text : undefined),
};

const positive = {
  expected: "a positive whole number",
  parse: (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
};

const oneOf = <T extends string>(values: readonly T[]) => ({
  expected: `one of ${values.join(", ")}`,
  parse: (text: string) => values.find((value) => value === text),
});

/** Parameters of a request that sends a file, by name. */
const declared: Readonly<Record<string, Parameter<UploadOptions[keyof UploadOptions]>>> = {
  dry_run: { option: "dryRun", kinds: ["bundle", "calls", "reviews"], ...flag },
  allow_deletions: { option: "allowDeletions", kinds: ["bundle"], ...positive },
  test: { option: "test", kinds: ["appointments", "patients"], ...flag },
  explain: { option: "explain", kinds: ["appointments"], ...flag },
  connection: { option: "connection", kinds: ["appointments", "patients", "reviews"], ...label },
  uploaded_at: {
    option: "uploadedAt",
    kinds: ["appointments", "patients"],
    expected: "a timestamp (YYYY-MM-DDThh:mm:ssZ), or a date (YYYY-MM-DD) in the account's time zone",
    parse: (text, timeZone) => {
      const date = parseCalendarDate(text);
      return date ? startOfDay(date, timeZone) : parseInstant(text);
    },
  },
  format: { option: "format", kinds: ["calls"], ...oneOf(callTrackers) },
  type: { option: "type", kinds: ["patients"], ...oneOf(cahpsTypes) },
  month: { option: "month", kinds: ["patients"], expected: "a month (YYYY-MM)", parse: parseSampleMonth },
  by: { option: "by", kinds: ["patients"], expected: "an email address", parse: parseEmail },
  corrects: { option: "corrects", kinds: ["patients"], ...positive, expected: "the number of an earlier file" },
  transform: { option: "transform", kinds: ["patients"], ...label },
  platform: { option: "platform", kinds: ["reviews"], ...positive },
  location: { option: "location", kinds: ["reviews"], ...positive },
};

const parameters = new Map(Object.entries(declared));

/** Names of all parameters. */
export const uploadParameters: readonly string[] = [...parameters.keys()];

const isOff = ({ expected }: Parameter<unknown>, text: string): boolean =>
  text === "false" && expected === flag.expected;

/** Names of required parameters by kind of file. */
const required: Partial<Record<UploadKind, readonly string[]>> = { patients: ["type"], reviews: ["platform"] };

/**
 * Reads the options of an upload. Throws `invalid_parameter` for each parameter that is invalid, that files of this
 * kind do not have, or that is missing. `false` counts as absent.
 */
export function readUploadOptions(
  kind: UploadKind,
  sent: Readonly<Record<string, string | undefined>>,
  timeZone: TimeZone,
): UploadOptions {
  const problems = collectProblems();
  const refuse = (name: string, message: string) =>
    problems.attempt(() => {
      throw invalidParameter("invalid_parameter", name, `${name} ${message}`);
    });
  const options: Record<string, unknown> = {};
  const written = Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined);
  for (const [name, text] of written) {
    const parameter = parameters.get(name);
    if (!parameter || isOff(parameter, text)) continue;
    const value = parameter.parse(text, timeZone) ?? undefined;
    if (value === undefined) refuse(name, `must be ${parameter.expected}`);
    else if (parameter.kinds.includes(kind)) options[parameter.option] = value;
    else refuse(name, `is not a parameter for files of the kind ${kind}`);
  }
  const missing = (required[kind] ?? []).filter((name) => sent[name] === undefined);
  for (const name of missing) refuse(name, `is required: ${parameters.get(name)?.expected}`);
  problems.refuse();
  return options;
}
