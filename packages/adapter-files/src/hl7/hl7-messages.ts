import type { FileHandle } from "node:fs/promises";
import { invalid } from "@repute/domain";
import type { Notice } from "../notices.js";
import { pieces } from "../pieces.js";
import { utf8Text } from "../utf8-text.js";

/** Segments of one message in file order. */
export type Segments = readonly string[];

const maxMessageLength = 1_048_576;

/** Names of the segments that wrap messages in files and batches. */
const envelopes = ["FHS", "BHS", "BTS", "FTS"];

/** Reads the messages of a file, with or without batches. Segments end with a carriage return, a line feed or both. */
export async function* hl7Messages(handle: FileHandle, notice: Notice): AsyncGenerator<Segments> {
  let message: string[] = [];
  let length = 0;
  let count = 0;
  for await (const segment of segmentsOf(handle, notice)) {
    const isEnvelope = envelopes.includes(segment.slice(0, 3));
    if (isEnvelope || segment.startsWith("MSH")) {
      if (message.length > 0) yield message;
      [message, length] = [[], 0];
      count += isEnvelope ? 0 : 1;
    }
    if (isEnvelope) continue;
    length += segment.length;
    if (length > maxMessageLength) throw tooLong(count);
    message.push(segment);
  }
  if (message.length > 0) yield message;
}

async function* segmentsOf(handle: FileHandle, notice: Notice): AsyncGenerator<string> {
  for await (const lines of utf8Text(pieces(handle), notice)) {
    for (const line of lines.toString().split(/[\r\n]/)) {
      const segment = line.replace(framing, "");
      if (segment !== "") yield segment;
    }
  }
}

/** Matches MLLP framing characters and the byte order mark. */
const framing = /[\u000b\u001c\ufeff]/g;

const tooLong = (message: number) =>
  invalid("file_unreadable", `cannot read the file: message ${message} is longer than 1 MB`);
