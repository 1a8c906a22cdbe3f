/** What a job has besides its order. */
type JobTools = {
  /** Tells whoever watches how far the job is. */
  progress(text: string): void;
  /** Aborted when the job is to come to its end. */
  readonly stop: AbortSignal;
};

type Work<Order, Reply> = (order: Order, tools: JobTools) => Promise<Reply>;

/** Work that is done in a process of its own; orders and replies travel as JSON. */
export type Job<Order, Reply> = {
  readonly name: string;
  /** The module that makes it. */
  readonly file: string;
  readonly work: Work<Order, Reply>;
};

const known = new Map<string, Work<never, unknown>>();

/** Makes a job of a function, for any module's own use: `const copy = job(__filename, "copy", async (order: Order) => ...)`. */
export function job<Order, Reply>(file: string, name: string, work: Work<Order, Reply>): Job<Order, Reply> {
  known.set(name, work);
  return { file, name, work };
}

/** Finds a job in a process that may not have loaded its module yet. */
export async function findJob({ file, name }: { readonly file: string; readonly name: string }) {
  await import(file);
  const found = known.get(name);
  if (!found) throw new Error(`${file} makes no job ${name}`);
  return found as Work<unknown, unknown>;
}

export type ToChild =
  | { readonly type: "work"; readonly file: string; readonly name: string; readonly order: unknown }
  | { readonly type: "stop" };

export type FromChild =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "reply"; readonly reply: unknown }
  | { readonly type: "failure"; readonly message: string };
