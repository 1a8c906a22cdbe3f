import { complaint, mixed, type Mood, praise, slots } from "./phrases.js";
import type { Random } from "./random.js";

/** Details of a visit that a comment can mention. */
export type Visit = { readonly provider: string; readonly city: string };

/** Generates a review comment of one to three sentences that fits the number of stars. */
export function comment(random: Random, stars: number, visit: Visit): string {
  const { openings, details, closings } = moodOf(stars);
  const sentences = [
    ...(random.chance(0.85) ? [random.pick(openings)] : []),
    random.pick(details),
    ...(random.chance(0.6) ? [random.pick(closings)] : []),
  ];
  const fill = slotFiller(random, visit);
  return sentences.map(fill).join(" ");
}

const moodOf = (stars: number): Mood => {
  if (stars >= 4) return praise;
  return stars >= 3 ? mixed : complaint;
};

/**
 * Returns a function that fills the placeholders of a review text.
 * A placeholder has the same value in the whole text.
 */
function slotFiller(random: Random, visit: Visit): (sentence: string) => string {
  const filled = new Map<string, string>(Object.entries(visit));
  const filling = (name: string): string => {
    const found = filled.get(name) ?? random.pick(slots[name] ?? []);
    filled.set(name, found);
    return found;
  };
  return (sentence) => {
    const text = sentence.replace(/\{(\w+)\}/g, (_slot, name: string) => filling(name));
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}
