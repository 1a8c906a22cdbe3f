import { HttpProblem } from "../responding/problem.js";

/** How deep the arrays and objects of a body may be nested. */
const deepest = 32;
const mostMembers = 500;
const mostValues = 100_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Refuses JSON text that is nested deeper than 32 levels, has more than 100,000 values, or more than 500 members in one
 * object. Parsing time depends on these, not on bytes: 5 MB of small objects would hold every other request for seconds.
 * Returns the number of members that the text writes down, each with one colon.
 */
export function checkStructure(json: Uint8Array): number {
  // The number of commas in each open object; an array is never too long by itself.
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

/** Opens or closes an array or object. */
function nest(open: number[], byte: number | undefined): void {
  if (byte === openArray || byte === openObject) {
    if (open.push(byte === openArray ? -Infinity : 0) > deepest) throw tooDeep();
  } else if (byte === closeArray || byte === closeObject) open.pop();
}

/** Where the text that began before `index` ends. */
function endOfText(json: Uint8Array, index: number): number {
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1;
  return index;
}

function countMember(open: number[], values: number): void {
  if (values > mostValues)
    throw tooWide(`the body must have at most ${mostValues} values; split it into several requests`);
  const members = (open.pop() ?? 0) + 1;
  if (members >= mostMembers) throw tooManyMembers();
  open.push(members);
}

/** Refuses a parsed body if the JSON text had more members than the value: a key appeared twice in one object. */
export function checkValue(value: unknown, members: number): void {
  if (checkParsed(value) === members) return;
  throw new HttpProblem(400, "duplicate_key", "an object in the body has a duplicate key");
}

/**
 * Refuses a parsed body that is nested too deeply, has too many members in one object, or has half of a character (an
 * unpaired surrogate) in a string or key. Returns the number of members of all objects.
 */
export function checkParsed(value: unknown, path: string[] = []): number {
  if (typeof value === "string") checkText(value, path);
  if (typeof value !== "object" || value === null) return 0;
  if (path.length === deepest) throw tooDeep();
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  if (!isArray && entries.length > mostMembers) throw tooManyMembers();
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

const tooManyMembers = () => tooWide(`an object in the body must have at most ${mostMembers} members`);

const tooWide = (message: string) => new HttpProblem(400, "json_too_wide", message);
