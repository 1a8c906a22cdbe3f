/** Functions and signals that each job receives. */
type JobTools = {
  progress(text: string): void;
  /** Signal that aborts when the job should finish. */
  readonly stop: AbortSignal;
};

type Work<Order, Reply> = (order: Order, tools: JobTools) => Promise<Reply>;

/** Work that runs in a child process. Its input and result are sent as JSON. */
export type Job<Order, Reply> = {
  readonly name: string;
  /** Path of the module that defines the job. */
  readonly file: string;
  readonly work: Work<Order, Reply>;
};

const known = new Map<string, Work<never, unknown>>();

/**
 * Defines a job.
 * Call this function at the top level of a module, because the child process loads the module by its file name.
 */
export function job<Order, Reply>(file: string, name: string, work: Work<Order, Reply>): Job<Order, Reply> {
  known.set(name, work);
  return { file, name, work };
}

/** Returns a job by its name. Child processes call it. First loads the module that defines the job. */
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
