import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { damagedWorkbook } from "./workbook-error.js";

export type XmlAttributes = Readonly<Record<string, string>>;

/** Callbacks for the elements of an XML document. Element names have no namespace prefix. */
export type XmlHandlers = {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Maximum nesting depth of elements. */
const deepest = 64;
/** Maximum length of one tag, text or comment in bytes. */
const maxTokenLength = 1_048_576;

/**
 * Parses a UTF-8 XML document in chunks and yields after each chunk.
 * Throws `file_unreadable` if the XML is damaged, nested too deeply, or has a tag or text over 1 MB.
 * Does not expand declared entities.
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
    if (unfinished > maxTokenLength) throw damagedWorkbook();
    parser.write(decodedBy(decoder, piece));
    // Chunks may arrive faster than they are parsed, so let other work run in between.
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

/** Parses an XML document to its end. */
export async function readXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of xmlElements(pieces, handlers));
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns an attribute by name, ignoring the namespace prefix. */
export const attributeOf = (attributes: XmlAttributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
