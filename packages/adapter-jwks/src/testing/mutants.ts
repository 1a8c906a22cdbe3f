import { randomNumbers } from "./random.js";

type Change = (text: string, at: number, to: number) => string;

const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0é";

/**
 * Yields `count` modified copies of a string, the same copies on each run.
 * Characters are changed, inserted, deleted, moved or repeated.
 */
export function* mutants(good: string, count: number): Generator<string> {
  const random = randomNumbers(7);
  const one = () => characters.charAt(random(characters.length));
  const changes: readonly Change[] = [
    (text, at) => text.slice(0, at) + one() + text.slice(at + 1),
    (text, at) => text.slice(0, at) + one() + text.slice(at),
    (text, at) => text.slice(0, at) + text.slice(at + 1),
    (text, at, to) => text.slice(0, at) + text.slice(to),
    (text, at, to) => text.slice(0, to) + text.slice(at),
    (text, at) => text.slice(at) + text.slice(0, at),
    (text, at, to) => text.slice(0, at) + text.slice(at, to).toUpperCase() + text.slice(to),
  ];
  for (let made = 0; made < count;) {
    let text = good;
    for (let steps = 1 + random(3); steps > 0; steps--) {
      const [at = 0, to = 0] = [random(text.length + 1), random(text.length + 1)].sort((a, b) => a - b);
      text = changes[random(changes.length)]?.(text, at, to) ?? text;
    }
    if (text === good || text === "") continue;
    made += 1;
    yield text;
  }
}
