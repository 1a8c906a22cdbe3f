import { componentOf, type Hl7Message, type Repetition } from "./hl7-messages.js";

/**
 * Returns the ids and names of the places of an appointment: of each AIL the point of care, the facility, the
 * description and the room, then of PV1-3, then of each AIG that is a room.
 */
export function locationsOf(message: Hl7Message): readonly (string | undefined)[] {
  const places = [...resources(message, "AIL").flatMap((segment) => segment.field(3)), ...message.field("PV1", 3)];
  return [
    ...places.flatMap((place) => [
      ...[0, 3, 8].flatMap((index) => spellings(place, index)),
      ...spellings(place, 1).filter(isName),
    ]),
    ...generalResources(message, isRoom),
  ];
}

/** True for the name of a room. The number of a room could be the id of another location. */
const isName = (room: string | undefined): boolean => /\p{L}{3}/u.test(room ?? "");

const isRoom = (type: string): boolean =>
  /^(?:loc|rm)\b|room|location|\b(?:clinic|facility|site|office)\b/i.test(type) && !isOtherResource.test(type);

/** Matches the types of resources that are neither a room nor a physician. */
const isOtherResource = /\b(?:nurses?\b|nursing|assist|tech|equip|device|machine|scribe)/i;

/** Returns the ids and names of the general resources (AIG) of a type. */
const generalResources = (message: Hl7Message, isType: (type: string) => boolean): readonly (string | undefined)[] =>
  resources(message, "AIG")
    .filter((segment) => textsIn(segment.field(4)).some(isType))
    .flatMap((segment) => segment.field(3))
    .flatMap((resource) => [0, 1, 3, 4].flatMap((at) => spellings(resource, at)));

/** Returns the coded texts of a field, for recognizing a type of resource. */
const textsIn = (repetitions: readonly Repetition[]): readonly string[] =>
  repetitions.flatMap(codedTexts).map((text) => text.slice(0, 200));

/**
 * Returns a component as a whole, then its first subcomponent. The whole component comes first, because senders often
 * forget to escape an `&`.
 */
const spellings = ({ whole, first }: Repetition, index: number): readonly (string | undefined)[] => [
  whole[index],
  first[index],
];

/**
 * Returns the ids and names of the providers: physicians of AIP first, then all others of AIP, then PV1-7, then each AIG
 * that is a physician.
 */
export function providersOf(message: Hl7Message): readonly (string | undefined)[] {
  const people = resources(message, "AIP");
  const physicians = people.filter((segment) => isPhysician(textsIn(segment.field(4))));
  return [
    ...[...physicians, ...people].flatMap((segment) => personTexts(segment.field(3))),
    ...personTexts(message.field("PV1", 7)),
    ...generalResources(message, (type) => isPhysician([type])),
  ];
}

// cspell:ignore DMD MBBS ATND iatrist iatrician
const physicianCodes = /^(?:D|DR|MD|DO|DDS|DMD|DPM|OD|DC|MBBS|PHYS?|AT|ATT|ATTN|ATND|PCP|PP|PROV|PRV|SURG)\.?$/i;
const physicianWords =
  /\b(?:doctor|physician|surgeon|dentist|attending|provider|practitioner|dr)s?\b|(?:ologist|iatrist|iatrician)s?\b/i;

const isPhysician = (types: readonly string[]): boolean =>
  types.some((type) => physicianCodes.test(type) || physicianWords.test(type)) &&
  !types.some((type) => isOtherResource.test(type));

/** Returns the NPIs of people (XCN), then the other id numbers, then the names. */
function personTexts(people: readonly Repetition[]): readonly (string | undefined)[] {
  return [
    ...[...people.filter(isNational), ...people].flatMap((person) => spellings(person, 0)),
    ...people.map((person) => [nameIn(person, 1), nameIn(person, 2)].filter(Boolean).join(", ")),
  ];
}

/** True if the id of a person is an NPI by its type or by its authority. */
const isNational = ({ first, whole }: Repetition): boolean =>
  first[12] === "NPI" || /^NPI\b|(?:^|&)2\.16\.840\.1\.113883\.4\.6(?:&|$)/.test(whole[8]?.slice(0, 200) ?? "");

/** Returns the resources with a segment name, except resources that the message removes (action code D). */
export function resources(message: Hl7Message, name: string): ReturnType<Hl7Message["segments"]> {
  const all = message.segments(name);
  const remaining = all.filter((segment) => componentOf(segment.field(2), 1) !== "D");
  return remaining.length > 0 ? remaining : all;
}

/**
 * Returns a part of a name. The first subcomponent of a family name such as `Berg&van` counts. An `&` beside a space,
 * or before a capital letter, is a part of the name.
 */
export function nameIn(name: Repetition | undefined, index: number): string | undefined {
  const [whole = "", first] = [name?.whole[index], name?.first[index]];
  return /^[^&]+(?: &|& |&(?=\p{Lu}))[^&]+$/u.test(whole) ? whole : first;
}

/** Returns the identifiers and texts of a coded value, without the names of the coding systems. */
export const codedTexts = ({ whole }: Repetition): readonly string[] =>
  distinct([whole[0], whole[1], whole[3], whole[4], whole[8]]);

/** Returns the strings that are not empty, without duplicates. */
export const distinct = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => text || [])),
];
