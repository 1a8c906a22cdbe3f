import { byOperator } from "../../foundation/audit/audit-record.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { localCalendar } from "../../foundation/kernel/local-calendar.js";
import type { BundlePart, PartPlace, StoredLoad } from "../../foundation/loads/load-store.js";
import type { Storing as StoringLines } from "../../foundation/records/line-rules.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { finishRuns } from "../../subjects/imports/apply.js";
import type { RecordStores } from "../../subjects/record-types/record-types.js";
import { checkedLine } from "./lines-of.js";
import type { LoadStores, StoringPorts } from "./load-ports.js";
import { type Tally, totalOf } from "./load-report.js";
import { beginEach, readPart, runStep, type StepResult } from "./load-steps.js";

export type StoringOptions = {
  /** Called with the number of lines that a unit of work has stored. */
  readonly onLines?: (lines: number) => void;
  /** Returns true to stop after the current unit of work. A later call stores the remaining parts. */
  readonly isStopping?: () => boolean;
};

type Unit =
  | { readonly ended: StoredLoad | undefined }
  | { readonly result: StepResult }
  /** The part was read ahead, but it is no longer the next part of the load. It must not be stored yet. */
  | { readonly isElsewhere: true };

/**
 * Stores a decided load, one part per unit of work. Returns the load in its last known state.
 *
 * The unit of work that stores a part also removes it. Each part is therefore stored exactly once, even after restarts
 * or in concurrent processes. Returns `undefined` if another load has been decided since.
 */
export async function storeLoad(
  ports: StoringPorts,
  account: AccountId,
  staging: string,
  { onLines, isStopping }: StoringOptions = {},
): Promise<StoredLoad | undefined> {
  const { storage } = ports;
  // Complete any import that an earlier version left unfinished, because its records cannot be changed until then.
  await finishRuns(ports)(account);
  const prepare = preparing(ports, account, staging);
  const read = (after?: PartPlace) => storage.read(account, ({ loads }) => loads.next(account, staging, after));
  let ahead = read();
  let seen: StoredLoad | undefined;
  try {
    for (;;) {
      const part = await ahead;
      const storing = part && (await prepare(part.step));
      const unit = await storage.transact(account, async (stores, now): Promise<Unit> => {
        const load = await stores.loads.last(account);
        if (load?.staging !== staging) return { ended: seen };
        seen = load;
        if (load.isComplete) return { ended: load };
        const first = await stores.loads.first(account, staging);
        if (!first) return { ended: await complete(ports, stores, account, load) };
        if (!part || !isAt(part, first)) return { isElsewhere: true };
        // Read the next part while this part is stored. A read error is thrown where the part is awaited.
        ahead = read(first);
        ahead.catch(() => {});
        return { result: await storePart(ports, await unitOfWork(stores, account, now), { load, part, storing }) };
      });
      if ("ended" in unit) return unit.ended;
      if ("isElsewhere" in unit) ahead = read();
      else onLines?.(unit.result.lines);
      if (isStopping?.()) return seen;
    }
  } finally {
    await ahead.catch(() => {});
  }
}

const isAt = (part: PartPlace, { step, position }: PartPlace): boolean =>
  part.step === step && part.position === position;

type Storing = {
  readonly load: StoredLoad;
  readonly part: BundlePart;
  readonly storing: StoringLines<RecordStores> | undefined;
};

async function storePart(
  host: StoringPorts,
  work: UnitOfWork<LoadStores>,
  { load, part, storing }: Storing,
): Promise<StepResult> {
  const { stores, account, now } = work;
  const tally = tallyOf(load);
  const result = await runStep(part, { work, host, storing }, tally);
  const { later } = result;
  if (later) await stores.loads.stage(account, load.staging, [{ ...later, position: part.position }], now);
  await stores.loads.remove(account, load.staging, part);
  await stores.loads.save(account, { ...load, ...countsOf(tally) });
  return result;
}

/** Marks a load as complete when no parts remain. */
async function complete(
  { clock, operator }: StoringPorts,
  { loads, audit }: LoadStores,
  account: AccountId,
  load: StoredLoad,
): Promise<StoredLoad> {
  const ended = { ...load, isComplete: true };
  await loads.save(account, ended);
  const event = { at: clock(), action: "load_bundle", rows: totalOf(tallyOf(load)) };
  await audit.append(account, [byOperator(event, { operator })]);
  return ended;
}

/** Returns the number of records that a load has stored and deleted so far. */
export const tallyOf = ({ changed, removed }: Pick<StoredLoad, "changed" | "removed">): Tally => ({
  changed: new Map(Object.entries(changed)) as Tally["changed"],
  removed: new Map(Object.entries(removed)) as Tally["removed"],
});

const countsOf = ({ changed, removed }: Tally): Pick<StoredLoad, "changed" | "removed"> => ({
  changed: Object.fromEntries(changed),
  removed: Object.fromEntries(removed),
});

/**
 * Returns a function that starts storing the lines of a step.
 *
 * If the record type must see all lines before it stores the first line, the function passes the staged lines of the
 * step to the type first.
 */
function preparing(ports: StoringPorts, account: AccountId, staging: string) {
  const { storage } = ports;
  const storingOf = beginEach(ports);
  const noted = new Set<number>();

  async function noteAll(step: number, { note }: StoringLines<RecordStores>): Promise<void> {
    if (!note || noted.has(step)) return;
    const { timeZone, matchWindowDays: windowDays } = await storage.read(account, ({ settings }) =>
      settings.read(account),
    );
    const matching = { calendar: localCalendar(timeZone), windowDays };
    for (let after: PartPlace = { step, position: -1 }; ;) {
      const part = await storage.read(account, ({ loads }) => loads.next(account, staging, after));
      if (part?.step !== step) break;
      note(
        readPart(part.body).map((line) => checkedLine(line).values),
        { matching },
      );
      after = part;
    }
    noted.add(step);
  }

  return async (step: number): Promise<StoringLines<RecordStores> | undefined> => {
    const storing = storingOf(step);
    if (storing) await noteAll(step, storing);
    return storing;
  };
}
