import { fixedProblem } from "../responding/fixed-problem.js";
import { HttpProblem } from "../responding/problem.js";

/** Maximum nesting depth of arrays and objects in a body. */
const deepest = 32;
const maxMembers = 500;
const maxValues = 100_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Limits the structure of a JSON body before it is parsed.
 * Throws a 400 if the body is nested deeper than 32 levels, has more than 100,000 values, or has an object with more
 * than 500 members.
 * The size in bytes is not enough as a limit: 5 MB of small objects would block other requests for seconds.
 * Returns the total number of members in all objects, including duplicate keys.
 */
export function checkStructure(json: Uint8Array): number {
  // Number of commas in each open object, or minus infinity for an open array, because only objects have a limit.
  const open: number[] = [];
  let values = 1;
  let members = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (byte === quote) index = endOfText(json, index + 1);
    else if (byte === colon) members += 1;
    else if (byte === comma) countMember(open, (values += 1));
    else nest(open, byte);
  }
  return members;
}

function nest(open: number[], byte: number | undefined): void {
  if (byte === openArray || byte === openObject) {
    if (open.push(byte === openArray ? -Infinity : 0) > deepest) throw tooDeep();
  } else if (byte === closeArray || byte === closeObject) open.pop();
}

/** Returns the index of the closing quote of a JSON string. `index` is the index after the opening quote. */
function endOfText(json: Uint8Array, index: number): number {
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1;
  return index;
}

function countMember(open: number[], values: number): void {
  if (values > maxValues)
    throw tooWide(`the body must have at most ${maxValues} values; split it into several requests`);
  const members = (open.pop() ?? 0) + 1;
  if (members >= maxMembers) throw tooManyMembers();
  open.push(members);
}

/**
 * Throws a 400 if an object has a duplicate key.
 * `members` is the number of members in the JSON text, which is higher than in the parsed value if a key is duplicate.
 */
export function checkValue(value: unknown, members: number): void {
  if (checkParsed(value) === members) return;
  throw fixedProblem("duplicate_key");
}

/**
 * Throws a 400 if a parsed body is nested too deeply, has too many members in one object, or contains an unpaired
 * surrogate.
 * Returns the total number of members in all objects.
 */
export function checkParsed(value: unknown, path: string[] = []): number {
  if (typeof value === "string") checkText(value, path);
  if (typeof value !== "object" || value === null) return 0;
  if (path.length === deepest) throw tooDeep();
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  if (!isArray && entries.length > maxMembers) throw tooManyMembers();
  let members = isArray ? 0 : entries.length;
  for (const [key, member] of entries) {
    checkText(key, path);
    path.push(key);
    members += checkParsed(member, path);
    path.pop();
  }
  return members;
}

function checkText(text: string, path: readonly string[]): void {
  if (text.isWellFormed()) return;
  const pointer = path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const message = `${pointer === "" ? "the body" : pointer} contains an unpaired surrogate`;
  throw new HttpProblem(400, "unpaired_surrogate", message, { problems: [{ pointer, message }] });
}

const tooDeep = () => new HttpProblem(400, "json_too_deep", `the body must be nested at most ${deepest} levels deep`);

const tooManyMembers = () => tooWide(`an object in the body must have at most ${maxMembers} members`);

const tooWide = (message: string) => new HttpProblem(400, "json_too_wide", message);
