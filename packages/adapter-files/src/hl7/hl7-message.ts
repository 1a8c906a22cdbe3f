import { fromWindows1252 } from "../windows-1252.js";

/** The components of one repetition of a field, each with its first subcomponent alone, unescaped; an absent one is `""`. */
export type Repetition = readonly string[];

/** A message of HL7 version 2, of which segments are found by name and fields by number, as the standard counts them. */
export type Hl7Message = {
  /** The repetitions of a field in the first segment of that name that has something there. */
  field(segment: string, number: number): readonly Repetition[];
  has(segment: string): boolean;
};

/** MSH-1 and MSH-2: what separates fields, components, repetitions and subcomponents, and what escapes. */
type Separators = Readonly<Record<"field" | "component" | "repetition" | "escape" | "subcomponent", string>>;

/** Reads the segments of one message; `undefined` where they do not begin with a whole MSH, or where one has no name. */
export function parseHl7Message(segments: readonly string[]): Hl7Message | undefined {
  const separators = separatorsOf(segments[0] ?? "");
  if (!separators || !segments.every((segment) => isSegment(segment, separators))) return undefined;
  const fieldsOf = new Map<string, string[][]>();
  for (const segment of segments) {
    const [name = "", ...fields] = segment.split(separators.field);
    // MSH-1 is the separator itself, so that the fields behind it count on from 2.
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

/** Two quotes say that a value is to be deleted: for us there is none. */
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

/** Every second part stands between two escape characters; one without its partner stands for itself. */
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
