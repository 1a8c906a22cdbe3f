import type { FileHandle } from "node:fs/promises";
import { invalid } from "@repute/domain";
import type { Notice } from "../notices.js";
import { pieces } from "../pieces.js";
import { utf8Text } from "../utf8-text.js";

/** The segments of one message, as they stand in a file. */
export type Segments = readonly string[];

const longestMessage = 1_048_576;

/** What envelops messages in files and batches. */
const envelopes = ["FHS", "BHS", "BTS", "FTS"];

/** The messages of a file, in batches or not; segments end with carriage return, line feed or both. */
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
    if (length > longestMessage) throw tooLong(count);
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

/** What frames messages on a connection (MLLP), and the mark of UTF-8. */
const framing = /[\u000b\u001c\ufeff]/g;

const tooLong = (message: number) =>
  invalid("file_unreadable", `cannot read the file: message ${message} is longer than 1 MB`);
