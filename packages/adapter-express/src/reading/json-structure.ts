import { HttpProblem } from "../responding/problem.js";

/** How deep the arrays and objects of a body may be nested. */
const deepest = 32;
const mostMembers = 500;
const mostValues = 100_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Refuses JSON text that is nested deeper than 32 levels, has more than 100,000 values, or more than 500 members in one
 * object. Parsing takes time by these, not by bytes: 5 MB of small objects would hold every other request for seconds.
 */
export function checkStructure(json: Uint8Array): void {
  // Of each object that is open, the commas in it; an array is never too long by itself.
  const open: number[] = [];
  let values = 1;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (byte === quote) index = endOfText(json, index + 1);
    else if (byte === comma) countMember(open, (values += 1));
    else if (byte === openArray || byte === openObject) {
      if (open.push(byte === openArray ? -Infinity : 0) > deepest) throw tooDeep();
    } else if (byte === closeArray || byte === closeObject) open.pop();
  }
}

/** Where the text that began before `index` ends. */
function endOfText(json: Uint8Array, index: number): number {
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1;
  return index;
}

function countMember(open: number[], values: number): void {
  if (values > mostValues) throw tooWide(`the body has more than ${mostValues} values; send it in several requests`);
  const members = (open.pop() ?? 0) + 1;
  if (members >= mostMembers) throw tooManyMembers();
  open.push(members);
}

/** The same of what a host has parsed already, as far as it is still of use. */
export function checkParsed(value: unknown, levels = deepest): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw tooDeep();
  const members: readonly unknown[] = Object.values(value);
  if (!Array.isArray(value) && members.length > mostMembers) throw tooManyMembers();
  for (const member of members) checkParsed(member, levels - 1);
}

const tooDeep = () => new HttpProblem(400, "json_too_deep", `the body is nested more than ${deepest} levels deep`);

const tooManyMembers = () => tooWide(`an object of the body has more than ${mostMembers} members`);

const tooWide = (message: string) => new HttpProblem(400, "json_too_wide", message);
