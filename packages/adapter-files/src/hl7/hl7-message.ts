import { fromWindows1252 } from "../windows-1252.js";

/**
 * Unescaped components of one repetition of a field.
 * Contains only the first subcomponent of each component.
 * Absent components are `""`.
 */
export type Repetition = readonly string[];

/** An HL7 v2 message. A field is identified by its segment and its number in the standard. */
export type Hl7Message = {
  /** Returns a field with its repetitions. Skips segments in which the field is empty. */
  field(segment: string, number: number): readonly Repetition[];
  has(segment: string): boolean;
};

/** The separators and the escape character, defined in MSH-1 and MSH-2. */
type Separators = Readonly<Record<"field" | "component" | "repetition" | "escape" | "subcomponent", string>>;

/** Parses the segments of one message. Returns `undefined` if MSH is incomplete or a segment has no valid name. */
export function parseHl7Message(segments: readonly string[]): Hl7Message | undefined {
  const separators = separatorsOf(segments[0] ?? "");
  if (!separators || !segments.every((segment) => isSegment(segment, separators))) return undefined;
  const fieldsOf = new Map<string, string[][]>();
  for (const segment of segments) {
    const [name = "", ...fields] = segment.split(separators.field);
    // MSH-1 is the field separator itself, so the next field is MSH-2.
    const numbered = name === "MSH" ? [name, separators.field, ...fields] : [name, ...fields];
    const known = fieldsOf.get(name);
    if (known) known.push(numbered);
    else fieldsOf.set(name, [numbered]);
  }
  return {
    field: (name, number) =>
      (fieldsOf.get(name) ?? [])
        .map((fields) => repetitionsOf(fields[number] ?? "", separators))
        .find((repetitions) => repetitions.length > 0) ?? [],
    has: (name) => fieldsOf.has(name),
  };
}

function separatorsOf(header: string): Separators | undefined {
  const [field, component, repetition, escape, subcomponent] = header.slice(3);
  if (!header.startsWith("MSH") || !field || !component || !repetition || !escape || !subcomponent) return undefined;
  return { field, component, repetition, escape, subcomponent };
}

const isSegment = (segment: string, { field }: Separators): boolean =>
  /^[A-Z][A-Z0-9]{2}$/.test(segment.slice(0, 3)) && (segment.length === 3 || segment[3] === field);

/** In HL7, two quotes ask the receiver to delete a value. Here they count as an empty value. */
const deletion = '""';

function repetitionsOf(field: string, separators: Separators): readonly Repetition[] {
  if (field === "") return [];
  return field
    .split(separators.repetition)
    .map((repetition) => repetition.split(separators.component).map((component) => textOf(component, separators)))
    .filter((components) => components.some((component) => component !== ""));
}

function textOf(component: string, separators: Separators): string {
  const end = component.indexOf(separators.subcomponent);
  const first = end < 0 ? component : component.slice(0, end);
  return first === deletion ? "" : unescaped(first, separators).trim();
}

/** Replaces escape sequences, which are enclosed in two escape characters. A single escape character is literal. */
function unescaped(text: string, separators: Separators): string {
  if (!text.includes(separators.escape)) return text;
  const parts = text.split(separators.escape);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part;
      return index === parts.length - 1 ? separators.escape + part : meaningOf(part, separators);
    })
    .join("");
}

function meaningOf(sequence: string, { field, component, subcomponent, repetition, escape }: Separators): string {
  const plain = new Map([
    ...([
      ["F", field],
      ["S", component],
      ["T", subcomponent],
      ["R", repetition],
      ["E", escape],
    ] as const),
    [".br", " "],
  ]);
  return plain.get(sequence) ?? (/^X(?:[0-9A-Fa-f]{2})+$/.test(sequence) ? hexText(sequence.slice(1)) : "");
}

const hexText = (digits: string): string => fromWindows1252(Buffer.from(digits, "hex"));
