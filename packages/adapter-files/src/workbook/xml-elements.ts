import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { damagedWorkbook } from "./workbook-error.js";

export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements of a document. Names come without their prefixes. */
export type XmlHandlers = {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Maximum depth of elements. */
const deepest = 64;
/** Maximum number of bytes of one tag, text or comment. */
const longestToken = 1_048_576;

/**
 * Parses a document in UTF-8 as its pieces arrive, and yields after each of them. Throws `file_unreadable` for XML that is
 * damaged, too deep, or has a tag or text of more than 1 MB. Entities that the document declares are not expanded.
 */
export async function* xmlElements(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let [depth, unfinished] = [0, 0];
  const text = (content: string) => {
    unfinished = 0;
    handlers.text?.(content);
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("opentag", ({ name, attributes }) => {
    [depth, unfinished] = [depth + 1, 0];
    if (depth > deepest) throw damagedWorkbook();
    handlers.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    [depth, unfinished] = [depth - 1, 0];
    handlers.close?.(localName(name));
  });
  parser.on("error", () => {
    throw damagedWorkbook();
  });
  for await (const piece of pieces) {
    unfinished += piece.length;
    if (unfinished > longestToken) throw damagedWorkbook();
    parser.write(decodedBy(decoder, piece));
    // Pieces may be there faster than they are parsed.
    await setImmediate();
    yield;
  }
  parser.close();
}

function decodedBy(decoder: TextDecoder, piece: Buffer): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    throw damagedWorkbook();
  }
}

/** Reads a document to its end. */
export async function readXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of xmlElements(pieces, handlers));
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An attribute by its name without prefix. */
export const attributeOf = (attributes: XmlAttributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
