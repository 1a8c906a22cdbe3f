import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { TextDecoder } from "node:util";
import { invalid } from "@repute/domain";
import { fromWindows1252, linesOf, type Notice, pieces, recoded, wholeLines } from "./input-file.js";

/**
 * Components of one repetition of a field, unescaped. Absent components and components with the value `""` are empty.
 * `first` contains the first subcomponent of each component, and `whole` contains the component with its subcomponents.
 */
export type Repetition = { readonly first: readonly string[]; readonly whole: readonly string[] };

/** Segment of a message. A field is identified by its number in the standard. */
type Segment = { field(number: number): readonly Repetition[] };

/** An HL7 v2 message. */
export type Hl7Message = {
  /** Returns the segments with this name, in file order. */
  segments(name: string): readonly Segment[];
  /** Returns the repetitions of a field from the first segment in which the field is not empty. */
  field(segment: string, number: number): readonly Repetition[];
  /** UTC offset of the message's own time (MSH-7), such as `-0700`, or an empty string. */
  readonly offset: string;
};

const maxMessageLength = 1_048_576;

/** Names of the segments that wrap messages in files and batches. */
const envelopes = ["FHS", "BHS", "BTS", "FTS"];

/**
 * Reads the messages of a file, with or without batches. Yields `undefined` for an incomplete message. Throws
 * `empty_file` for a batch without messages.
 */
export async function* hl7Messages(handle: FileHandle, notice: Notice): AsyncGenerator<Hl7Message | undefined> {
  let count = 0;
  let lines: string[] = [];
  let length = 0;
  let decode = utf8(notice);
  for await (const segment of decodedSegments(handle, notice)) {
    const isEnvelope = envelopes.includes(segment.text.slice(0, 3));
    if (lines.length > 0 && (isEnvelope || segment.text.startsWith("MSH"))) {
      yield parsedMessage(lines, decode);
      [lines, length] = [[], 0];
    }
    if (isEnvelope) continue;
    if (lines.length === 0) [count, decode] = [count + 1, segment.decode];
    length += segment.text.length;
    if (length > maxMessageLength) throw tooLong(count);
    lines.push(segment.text);
  }
  if (lines.length > 0) yield parsedMessage(lines, decode);
  // Without messages, all segments of the file are envelopes.
  if (count === 0) throw invalid("empty_file", "the batch has no messages; nothing was imported");
}

type Decode = (bytes: Buffer) => string;

/** Yields the segments that are not blank. `decode` decodes bytes in the character set of the message. */
async function* decodedSegments(
  handle: FileHandle,
  notice: Notice,
): AsyncGenerator<{ readonly text: string; readonly decode: Decode }> {
  let decode = utf8(notice);
  for await (const line of segmentLines(handle)) {
    if (isHeader(line)) decode = decoderOf(characterSetOf(line), notice);
    const text = decode(line).replace(framing, "");
    if (text !== "") yield { text, decode };
  }
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * Yields the segments of a file as bytes. In a file whose segments end with a carriage return, a line after a single line
 * feed continues the segment before it, unless the line begins with the name of a segment and the field separator.
 */
async function* segmentLines(handle: FileHandle): AsyncGenerator<Buffer> {
  const { add, end } = segmentJoiner();
  for await (const block of wholeLines(pieces(handle))) {
    for (const line of linesOf(block)) {
      const segment = add(unframed(line));
      if (segment) yield segment;
    }
  }
  const last = end();
  if (last) yield last;
}

function segmentJoiner() {
  let parts: Buffer[] = [];
  let firstEnd: number | undefined;
  let separator: number | undefined;
  const isContinued = (line: Buffer) =>
    firstEnd === carriageReturn && endsWithFeed(parts.at(-1)) && !beginsSegment(line, separator);
  const end = () => (parts.length > 0 ? joined(parts) : undefined);
  return {
    /** Adds a line. Returns the segment before it, if the line does not continue it. */
    add(line: Buffer): Buffer | undefined {
      firstEnd ??= line.at(-1);
      if (isHeader(line)) separator = line[3];
      if (isContinued(line)) {
        parts.push(line);
        return undefined;
      }
      const segment = end();
      parts = isLineEnd(line) ? [] : [line];
      return segment;
    },
    end,
  };
}

const endsWithFeed = (line: Buffer | undefined): boolean => line?.at(-1) === lineFeed;

const isLineEnd = (line: Buffer): boolean => line.length === 1 && isEnd(line[0]);

const isHeader = (line: Buffer): boolean => line.toString("latin1", 0, 3) === "MSH";

const isEnd = (byte: number | undefined): boolean => byte === lineFeed || byte === carriageReturn;

function beginsSegment(line: Buffer, separator: number | undefined): boolean {
  const end = line[3];
  return segmentName.test(line.toString("latin1", 0, 3)) && (end === undefined || end === separator || isEnd(end));
}

const segmentName = /^[A-Z][A-Z0-9]{2}$/;

const blank = Buffer.from(" ");

/** Joins the lines of a segment with blanks, without their line ends. */
function joined([first, ...others]: readonly Buffer[]): Buffer {
  const bare = (line: Buffer | undefined): Buffer => {
    if (!line) return Buffer.alloc(0);
    return isEnd(line.at(-1)) ? line.subarray(0, -1) : line;
  };
  return others.length === 0
    ? bare(first)
    : Buffer.concat([bare(first), ...others.flatMap((line) => [blank, bare(line)])]);
}

/** Bytes of MLLP framing. */
const [startOfBlock, endOfBlock] = [0x0b, 0x1c];

function unframed(line: Buffer): Buffer {
  let start = 0;
  while (line[start] === startOfBlock || line[start] === endOfBlock) start += 1;
  return line.toString("hex", start, start + 3) === "efbbbf" ? line.subarray(start + 3) : line.subarray(start);
}

/** Matches MLLP framing characters and the byte order mark. */
const framing = /[\u000b\u001c\ufeff]/g;

const tooLong = (message: number) =>
  invalid("file_unreadable", `cannot read the file: message ${message} is longer than 1 MB`);

/** Returns the character set in MSH-18, or an empty string. */
function characterSetOf(header: Buffer): string {
  const text = header.toString("latin1");
  return text.split(text.charAt(3), 19).at(17)?.split(/[~^]/, 1).join().trim().toUpperCase() ?? "";
}

/** Labels of the Encoding Standard by name in HL7 table 0211. */
const labels: ReadonlyMap<string, string> = new Map([
  ["GB 18030-2000", "gb18030"],
  ["BIG-5", "big5"],
  ["KS X 1001", "euc-kr"],
]);

/**
 * Creates the function that decodes the bytes of a message. Without a known character set, a segment that is not valid
 * UTF-8 is decoded as Windows-1252.
 */
function decoderOf(characterSet: string, notice: Notice): Decode {
  const name = characterSet.replace(/^ISO[ -]?(?=8859)/, "").replace(/[-_]/g, "/");
  if (name === "8859/1" || /^(?:WINDOWS|CP)\/?1252$/.test(name)) return fromWindows1252;
  const label = /^8859\/\d{1,2}$/.test(name) ? `iso-${name.replace("/", "-")}` : labels.get(characterSet);
  const decoder = label === undefined ? undefined : textDecoder(label);
  if (decoder) return (bytes) => decoder.decode(bytes);
  if (!isUnicode(name)) notice("the character set in MSH-18 is not known, so the messages were read as UTF-8");
  return utf8(notice);
}

const utf8 =
  (notice: Notice): Decode =>
  (bytes) => {
    if (isUtf8(bytes)) return bytes.toString();
    notice("a segment is not valid UTF-8, so it was read as Windows-1252");
    return recoded(bytes, notice).toString();
  };

const isUnicode = (name: string): boolean => name === "" || name === "ASCII" || /^(?:UNICODE|UTF\/?8)/.test(name);

function textDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/** The separators and the escape character, defined in MSH-1 and MSH-2. Messages can do without subcomponents. */
type Separators = Readonly<Record<"field" | "component" | "repetition" | "escape" | "subcomponent", string>> & {
  readonly decode: Decode;
};

/** Parses the segments of one message. Returns `undefined` if MSH is incomplete or a segment has no valid name. */
function parsedMessage(lines: readonly string[], decode: Decode): Hl7Message | undefined {
  const separators = separatorsOf(lines[0] ?? "", decode);
  if (!separators || !lines.every((line) => isSegment(line, separators))) return undefined;
  const found = new Map<string, Segment[]>();
  for (const line of lines) {
    const name = line.slice(0, 3);
    const known = found.get(name);
    if (known) known.push(parsedSegment(line, separators));
    else found.set(name, [parsedSegment(line, separators)]);
  }
  const segments = (name: string): readonly Segment[] => found.get(name) ?? [];
  const field = (name: string, number: number): readonly Repetition[] =>
    segments(name)
      .find((segment) => segment.field(number).length > 0)
      ?.field(number) ?? [];
  return { segments, field, offset: offsetIn(field("MSH", 7)[0]?.first[0]) };
}

const offsetIn = (time = ""): string => /[+-]\d{4}$/.exec(time.slice(0, 40))?.[0] ?? "";

function parsedSegment(line: string, separators: Separators): Segment {
  const [name = "", ...fields] = line.split(separators.field);
  // MSH-1 is the field separator itself, so the next field is MSH-2.
  const numbered = name === "MSH" ? [name, separators.field, ...fields] : [name, ...fields];
  return { field: (number) => repetitionsOf(numbered[number] ?? "", separators) };
}

/** MSH-2 ends at the field separator, and has three to five characters. The fifth one marks truncated values. */
function separatorsOf(header: string, decode: Decode): Separators | undefined {
  const field = header.charAt(3);
  const end = header.indexOf(field, 4);
  const [component, repetition, escape, subcomponent = "", , ...more] = header.slice(4, end < 0 ? undefined : end);
  if (!header.startsWith("MSH") || !component || !repetition || !escape || more.length > 0) return undefined;
  return { field, component, repetition, escape, subcomponent, decode };
}

const isSegment = (segment: string, { field }: Separators): boolean =>
  segmentName.test(segment.slice(0, 3)) && (segment.length === 3 || segment[3] === field);

/** In HL7, two quotes ask the receiver to delete a value. Here they count as an empty value. */
const deletion = '""';

function repetitionsOf(field: string, separators: Separators): readonly Repetition[] {
  if (field === "") return [];
  return field
    .split(separators.repetition)
    .map((repetition) => {
      const components = repetition.split(separators.component);
      const first = components.map((component) => textOf(firstPart(component, separators.subcomponent), separators));
      const whole = components.map((component) => textOf(component, separators));
      return { first, whole };
    })
    .filter(({ whole }) => whole.some((component) => component !== ""));
}

const firstPart = (component: string, separator: string): string => {
  const end = separator === "" ? -1 : component.indexOf(separator);
  return end < 0 ? component : component.slice(0, end);
};

function textOf(component: string, separators: Separators): string {
  const text = component.trim();
  return text === deletion ? "" : unescaped(text, separators).trim();
}

/** Replaces escape sequences. Text between escape characters that is no known sequence stays as it is written. */
function unescaped(text: string, separators: Separators): string {
  const { escape } = separators;
  let start = text.indexOf(escape);
  if (start < 0) return text;
  let result = text.slice(0, start);
  while (start >= 0) {
    const end = text.indexOf(escape, start + 1);
    const meaning = end < 0 ? undefined : meaningOf(text.slice(start + 1, end), separators);
    const next = meaning === undefined ? start + 1 : end + 1;
    const following = text.indexOf(escape, next);
    result += (meaning ?? escape) + text.slice(next, following < 0 ? undefined : following);
    start = following;
  }
  return result;
}

/** Longest escape sequence that is read. Longer text between escape characters is no sequence. */
const maxSequence = 4_000;

function meaningOf(sequence: string, separators: Separators): string | undefined {
  if (sequence.length > maxSequence) return undefined;
  if (/^X(?:[0-9A-Fa-f]{2})+$/.test(sequence)) {
    return separators.decode(Buffer.from(sequence.slice(1), "hex")).replace(/[\r\n\t]+/g, " ");
  }
  if (/^\.(?:br|sp|sk|in|ti|fi|nf|ce)[+-]?\d{0,3}$/.test(sequence)) return " ";
  const name = sequence.length === 1 ? separatorNames.get(sequence as "F") : undefined;
  if (name) return separators[name];
  // The beginning and the end of highlighted text.
  return sequence === "H" || sequence === "N" ? "" : undefined;
}

const separatorNames = new Map([
  ["F", "field"],
  ["S", "component"],
  ["T", "subcomponent"],
  ["R", "repetition"],
  ["E", "escape"],
] as const);
