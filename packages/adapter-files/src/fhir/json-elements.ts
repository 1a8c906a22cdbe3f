import type { ByteLine } from "../line-cutter.js";

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash] = [code('"'), code("\\")];
const [openBrace, openBracket] = [code("{"), code("[")];

const opens = new Set([openBrace, openBracket]);
const closes = new Set([code("}"), code("]")]);

const maxKeyLength = 64;

/**
 * Splits chunks of JSON into objects: the members of the document's array `list`, or of a document that is an array.
 * Any other document is one object.
 * Buffers at most `longest` bytes per object.
 * The `bytes` of a longer object are `undefined`.
 */
export function elementCutter(list: string, longest: number) {
  let [depth, inText, isEscaped] = [0, false, false];
  let key = "";
  /** Nesting depths: of the members of `list`, and of the object that is being buffered. */
  let listDepth: number | undefined;
  let retainedDepth: number | undefined;
  let parts: Buffer[] = [];
  let [length, count] = [0, 0];

  function keep(part: Buffer): void {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  }

  function drop(): void {
    [parts, length, retainedDepth] = [[], 0, undefined];
  }

  function finish(): ByteLine {
    const bytes = length > longest ? undefined : Buffer.concat(parts);
    drop();
    count += 1;
    return { line: count, bytes };
  }

  function open(byte: number): boolean {
    const isOfList = byte === openBracket && (depth === 0 || (depth === 1 && key === list && retainedDepth === 0));
    if (isOfList) {
      drop();
      listDepth = depth + 1;
    }
    const begins = byte === openBrace && retainedDepth === undefined && (depth === 0 || depth === listDepth);
    if (begins) retainedDepth = depth;
    depth += 1;
    return begins;
  }

  function close(): boolean {
    depth -= 1;
    if (listDepth !== undefined && depth < listDepth) listDepth = undefined;
    return depth === retainedDepth;
  }

  function read(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) inText = false;
    if (depth === 1 && inText && key.length < maxKeyLength) key += String.fromCharCode(byte);
  }

  return {
    /** Yields the objects whose end is in the chunk `piece`. */
    *cut(piece: Buffer): Generator<ByteLine> {
      let start = 0;
      for (let index = 0; index < piece.length; index += 1) {
        const byte = piece[index] as number;
        if (inText) read(byte);
        else if (byte === quote) [inText, key] = [true, ""];
        else if (opens.has(byte)) start = open(byte) ? index : start;
        else if (closes.has(byte) && close()) {
          keep(piece.subarray(start, index + 1));
          yield finish();
        }
      }
      if (retainedDepth !== undefined) keep(piece.subarray(start));
    },
    /** Returns true if all brackets and strings are closed. */
    isWhole: (): boolean => depth === 0 && !inText,
  };
}
