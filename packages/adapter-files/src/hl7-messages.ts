import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { TextDecoder } from "node:util";
import { invalid } from "@repute/domain";
import { fromWindows1252, linesOf, type Notice, pieces, recoded, wholeLines, withoutMark } from "./input-file.js";

/**
 * Components of one repetition of a field, unescaped. Absent components and components with the value `""` are empty.
 * `first` contains the first subcomponent of each component, and `whole` contains the component with its subcomponents.
 */
export type Repetition = { readonly first: readonly string[]; readonly whole: readonly string[] };

/** Segment of a message. A field is identified by its number in the standard. */
type Segment = { field(number: number): readonly Repetition[] };

/** An HL7 v2 message. */
export type Hl7Message = {
  /** Returns the segments with this name, in file order. Returns at most 20 segments. */
  segments(name: string): readonly Segment[];
  /** Returns the repetitions of a field from the first segment with this name. */
  field(segment: string, number: number): readonly Repetition[];
  readonly isLong: boolean;
  /** False if the message has a line that is not a segment. */
  readonly isComplete: boolean;
};

/** Returns a component from the first repetition in which this component is not empty. `number` starts at 1. */
export const componentOf = (repetitions: readonly Repetition[], number: number): string | undefined =>
  repetitions.map(({ first }) => first[number - 1]).find(Boolean);

const maxMessageLength = 1_048_576;

/** Length of a message whose rows would keep much unused text in memory. */
const longMessage = 16_384;

/** Names of the segments that wrap messages in files and batches. */
const envelopes = ["FHS", "BHS", "BTS", "FTS"];

/**
 * Reads the messages of a file, with or without batches. Yields `undefined` for a message with an incomplete
 * header. Throws `empty_file` for a batch without messages.
 */
export async function* hl7Messages(handle: FileHandle, notice: Notice): AsyncGenerator<Hl7Message | undefined> {
  let count = 0;
  let lines: string[] = [];
  let length = 0;
  let decode: Decode | undefined;
  const decoded = segmentDecoder(notice);
  for await (const block of segmentBlocks(handle)) {
    for (const segment of block.map(decoded).filter(({ text }) => text.trim() !== "")) {
      if (decode && segment.isStart) {
        yield parsedMessage(lines, decode, length > longMessage);
        [lines, length, decode] = [[], 0, undefined];
      }
      if (segment.isEnvelope) continue;
      if (!decode) [count, decode] = [count + 1, segment.decode];
      length += segment.text.length;
      if (length > maxMessageLength) throw tooLong(count);
      lines.push(segment.text);
    }
  }
  if (decode) yield parsedMessage(lines, decode, length > longMessage);
  // Without messages, all segments of the file are envelopes.
  if (count === 0) throw invalid("empty_file", "the batch has no messages; nothing was imported");
}

type Decode = (bytes: Buffer) => string;

/** Segment of a file. `decode` decodes bytes in the character set of the message. */
type DecodedSegment = {
  readonly text: string;
  readonly decode: Decode;
  readonly isEnvelope: boolean;
  /** True if the segment is the header of a message or an envelope, so the message before it is complete. */
  readonly isStart: boolean;
};

/** Creates a function that decodes segments in file order. */
function segmentDecoder(notice: Notice): (segment: Buffer) => DecodedSegment {
  let decode = utf8(notice);
  return (segment) => {
    if (isHeader(segment)) decode = decoderOf(characterSetOf(segment), notice);
    const text = decode(segment).replace(framing, "");
    const isEnvelope = envelopes.includes(text.slice(0, 3));
    return { text, decode, isEnvelope, isStart: isEnvelope || text.startsWith("MSH") };
  };
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * Yields the segments of a file as bytes, in blocks. In a file whose segments end with a carriage return, a line after a
 * single line feed continues the segment before it, unless the line begins with the name of a segment and the field
 * separator.
 */
async function* segmentBlocks(handle: FileHandle): AsyncGenerator<readonly Buffer[]> {
  const { add, end } = segmentJoiner();
  for await (const block of wholeLines(pieces(handle))) {
    yield [...linesOf(block)].flatMap((line) => add(unframed(line)) ?? []);
  }
  yield end() ?? [];
}

/** Maximum number of lines of a segment before they are joined. */
const maxParts = 20_000;

function segmentJoiner() {
  let parts: Buffer[] = [];
  let size = 0;
  let isAfterFeed = false;
  let firstEnd: number | undefined;
  let separator: number | undefined;
  const isContinued = (line: Buffer) =>
    firstEnd === carriageReturn && isAfterFeed && parts.length > 0 && !beginsSegment(line, separator);
  const end = () => (parts.length > 0 ? [joined(parts)] : undefined);
  return {
    /** Adds a line. Returns the segment before it, if the line does not continue it. */
    add(line: Buffer): readonly Buffer[] | undefined {
      firstEnd ??= line.at(-1);
      if (isHeader(line)) separator = line[3];
      const isMore = isContinued(line);
      isAfterFeed = line.at(-1) === lineFeed;
      if (isMore) {
        if (!isLineEnd(line)) parts.push(line);
        if (parts.length > maxParts) parts = [joined(parts)];
        size += line.length;
        if (size <= maxMessageLength) return undefined;
      }
      const segment = end();
      size = line.length;
      parts = isMore || isLineEnd(line) ? [] : [line];
      return segment;
    },
    end,
  };
}

const isLineEnd = (line: Buffer): boolean => line.length === 1 && isEnd(line[0]);

const isHeader = (line: Buffer): boolean => line[0] === 0x4d && line.toString("latin1", 0, 3) === "MSH";

const isEnd = (byte: number | undefined): boolean => byte === lineFeed || byte === carriageReturn;

const beginsSegment = (line: Buffer, separator: number | undefined): boolean =>
  line[3] === separator && segmentName.test(line.toString("latin1", 0, 3));

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
  if (start > 0) return unframed(line.subarray(start));
  return line[0] === 0xef ? withoutMark(line) : line;
}

/** Matches MLLP framing characters, the end-of-file character of DOS and the byte order mark. */
const framing = /[\u000b\u001a\u001c\ufeff]/g;

const tooLong = (message: number) =>
  invalid("file_unreadable", `cannot read the file: message ${message} is longer than 1 MB`);

/** Returns the character set in MSH-18 in capital letters, or an empty string. */
function characterSetOf(header: Buffer): string {
  const text = header.toString("latin1");
  const field = text.split(text.charAt(3), 19)[17] ?? "";
  return field.slice(0, 40).split(/[~^]/, 1).join().trim().toUpperCase();
}

/** Labels of the Encoding Standard by name in HL7 table 0211, without signs. */
const labels: ReadonlyMap<string, string> = new Map([
  ["GB180302000", "gb18030"],
  ["BIG5", "big5"],
  ["KSX1001", "euc-kr"],
  ["LATIN1", "windows-1252"],
]);

/**
 * Creates the function that decodes the bytes of a message. Without a known character set, a segment that is not valid
 * UTF-8 is decoded as Windows-1252.
 */
function decoderOf(characterSet: string, notice: Notice): Decode {
  const name = characterSet.replace(/[^A-Z0-9]/g, "");
  if (isUnicode.test(name)) return utf8(notice);
  const [, part] = /^(?:ISO)?(?:IEC)?8859(\d{1,2})$/.exec(name) ?? [];
  const [, page] = /^(?:WINDOWS|WIN|CP|ANSI)(125\d)$/.exec(name) ?? [];
  const decoder = textDecoder(
    part ? `iso-8859-${part}` : page ? `windows-${page}` : (labels.get(name) ?? characterSet),
  );
  // The Encoding Standard reads ISO 8859-1 as Windows-1252.
  if (decoder?.encoding === "windows-1252") return fromWindows1252;
  if (decoder) return (bytes) => decoder.decode(bytes);
  notice("the character set in MSH-18 is not known, so the messages were read as UTF-8 or Windows-1252");
  return utf8(notice);
}

const isUnicode = /^(?:(?:US)?ASCII|UNICODE.*|UTF\d*|ISO10646.*)?$/;

const utf8 =
  (notice: Notice): Decode =>
  (bytes) => {
    if (isUtf8(bytes)) return bytes.toString();
    notice("a segment is not valid UTF-8, so it was read as Windows-1252");
    return recoded(bytes, notice).toString();
  };

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

/**
 * Maximum number of segments with the same name, of fields, of repetitions and of components that are read. They bound
 * the work for one message. The highest numbers with a meaning here are PID-40 and XCN-13.
 */
const [maxSegments, maxFields, maxRepetitions, maxComponents] = [20, 45, 50, 14];

/** Parses the segments of one message. Returns `undefined` if MSH is incomplete. */
function parsedMessage(lines: readonly string[], decode: Decode, isLong: boolean): Hl7Message | undefined {
  const separators = separatorsOf(lines[0] ?? "", decode);
  if (!separators) return undefined;
  const valid = lines.filter((line) => isSegment(line, separators));
  const found = new Map<string, Segment[]>();
  for (const line of valid) {
    const name = line.slice(0, 3);
    const known = found.get(name);
    if (!known) found.set(name, [parsedSegment(line, separators)]);
    else if (known.length < maxSegments) known.push(parsedSegment(line, separators));
  }
  const segments = (name: string): readonly Segment[] => found.get(name) ?? [];
  const field = (name: string, number: number): readonly Repetition[] => segments(name)[0]?.field(number) ?? [];
  return { segments, field, isLong, isComplete: valid.length === lines.length };
}

function parsedSegment(line: string, separators: Separators): Segment {
  let fields: readonly string[] | undefined;
  // MSH-1 is the field separator itself, so the next field is MSH-2.
  const before = line.startsWith("MSH") ? 1 : 0;
  return {
    field(number) {
      fields ??= line.split(separators.field, maxFields);
      return repetitionsOf(fields[number - before] ?? "", separators);
    },
  };
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
    .split(separators.repetition, maxRepetitions)
    .map((repetition) => {
      const components = repetition.split(separators.component, maxComponents);
      const whole = components.map((component) => textOf(component, separators));
      const first = components.map((component, index) => {
        const [part = "", more] = separators.subcomponent === "" ? [] : component.split(separators.subcomponent, 2);
        return more === undefined ? (whole[index] ?? "") : textOf(part, separators);
      });
      return { first, whole };
    })
    .filter(({ whole }) => whole.some((component) => component !== ""));
}

/** Maximum length of a component before its escape sequences are replaced. Longer text is too long for every field. */
const maxWritten = 8_000;

function textOf(component: string, separators: Separators): string {
  const text = component.trim();
  if (text === deletion) return "";
  return text.length > maxWritten
    ? unescaped(text.slice(0, maxWritten), separators)
    : unescaped(text, separators).trim();
}

/**
 * Replaces escape sequences. Text between escape characters that is no known sequence stays as it is written. Adjacent
 * sequences of bytes are decoded together, because they can contain one character.
 */
function unescaped(text: string, separators: Separators): string {
  const { escape } = separators;
  if (!text.includes(escape)) return text;
  const [plain = "", ...parts] = text.split(escape);
  let result = plain;
  for (let at = 0; at < parts.length;) {
    const { meaning = escape + (parts[at] ?? ""), end } = sequencesAt(parts, at, separators);
    result += meaning;
    at = end;
  }
  return result;
}

/** Returns the meaning of the escape sequences at a position, followed by the rest of the string up to the next one. */
function sequencesAt(
  parts: readonly string[],
  at: number,
  separators: Separators,
): { readonly meaning?: string; readonly end: number } {
  const [sequence = "", following] = parts.slice(at, at + 2);
  if (following === undefined) return { end: at + 1 };
  const end = endOfBytes(parts, at);
  if (end > at) {
    const bytes = Buffer.from(
      parts
        .slice(at, end - 1)
        .join("")
        .replaceAll("X", ""),
      "hex",
    );
    return { meaning: separators.decode(bytes).replace(/[\r\n\t]+/g, " ") + (parts[end - 1] ?? ""), end };
  }
  const meaning = meaningOf(sequence, separators);
  return meaning === undefined ? { end: at + 1 } : { meaning: meaning + following, end: at + 2 };
}

/** Matches the escape sequence of bytes. */
const hexadecimal = /^X(?:[0-9A-Fa-f]{2})+$/;

/** Returns the position after adjacent sequences of bytes and the string after them, or `start` if there are none. */
function endOfBytes(parts: readonly string[], start: number): number {
  let end = start;
  const isAdjacent = () => end === start || parts[end - 1] === "";
  while (end + 1 < parts.length && isAdjacent() && hexadecimal.test(parts[end] ?? "")) end += 2;
  return end;
}

function meaningOf(sequence: string, separators: Separators): string | undefined {
  if (/^\.(?:br|sp|sk|in|ti|fi|nf|ce)[+-]?\d{0,3}$/i.test(sequence)) return " ";
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
