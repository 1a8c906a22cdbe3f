import { type JsonToken, jsonTokenAt } from "./json-tokens.js";

/** State of the parser, named after the next expected token. */
type State = keyof typeof steps;
type Step = State | "open" | "close" | "next";

const value = { text: "next", word: "next", "{": "open", "[": "open" } as const;

/**
 * Parser transitions by state and token.
 * The result is the next state, or an action after a bracket or a complete value.
 */
const steps = {
  "a value": value,
  "a value or ]": { ...value, "]": "close" },
  "a key in double quotes": { text: "a colon" },
  "a key in double quotes or }": { text: "a colon", "}": "close" },
  "a colon": { ":": "a value" },
  "a comma or }": { ",": "a key in double quotes", "}": "close" },
  "a comma or ]": { ",": "a value", "]": "close" },
  "the end of the line": {},
} as const satisfies Readonly<Record<string, Partial<Record<JsonToken["kind"], string>>>>;

/**
 * Describes where a line that `JSON.parse` rejected becomes invalid, and which token was expected there, such as
 * `expected a comma or } at character 24 of 80`.
 * Never repeats the line.
 */
export function jsonFault(line: string): string {
  const open: string[] = [];
  let state: State = "a value";
  for (let place = 0; ;) {
    const token = jsonTokenAt(line, place);
    const step: Step | undefined = (steps[state] as Partial<Record<JsonToken["kind"], Step>>)[token.kind];
    if (step === undefined || !("end" in token)) return faultText(line, token, state);
    if (step === "open") open.push(token.kind);
    if (step === "close") open.pop();
    state = step === "open" ? first(token.kind) : step === "close" || step === "next" ? after(open) : step;
    place = token.end;
  }
}

const first = (bracket: string): State => (bracket === "{" ? "a key in double quotes or }" : "a value or ]");

function after(open: readonly string[]): State {
  const bracket = open.at(-1);
  if (bracket === undefined) return "the end of the line";
  return bracket === "{" ? "a comma or }" : "a comma or ]";
}

function faultText({ length }: string, token: JsonToken, state: State): string {
  const expected = token.kind === "broken" ? token.expected : state;
  const place =
    token.start < length ? `at character ${token.start + 1} of ${length}` : `at the end (character ${length})`;
  return `expected ${expected} ${place}`;
}
