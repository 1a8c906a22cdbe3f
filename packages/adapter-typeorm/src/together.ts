import { setImmediate } from "node:timers/promises";
import { isDomainError } from "@repute/domain";

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** Few enough that nobody waits long for the others. */
const most = 100;

/**
 * Does for many at once what each asks for: those who come in one turn of the event loop, or while `work` is under way,
 * share one, and with it one commit. `work` answers in the order of its items, once all of it is done, or leaves no trace:
 * then each of them is tried alone, so that nobody fails for what is wrong with another.
 */
export function together<Item, Answer>(work: (items: readonly Item[]) => Promise<readonly Answer[]>) {
  const waiting: Waiting<Item, Answer>[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      // Who has arrived by now gets his turn to ask before the work begins.
      await setImmediate();
      await serve(waiting.splice(0, most));
    }
    isWorking = false;
  }

  async function serve(some: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await work(some.map(({ item }) => item));
      some.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      if (some.length > 1 && !isUnavailable(error)) for (const one of some) await serve([one]);
      else for (const { reject } of some) reject(error);
    }
  }

  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWorking) void workOff();
    });
}

/** What the database cannot do now has nothing to do with any of them, and trying each would keep all of them waiting. */
const isUnavailable = (error: unknown): boolean => isDomainError(error) && error.kind === "unavailable";
