/** What a job has besides its order. */
export type JobTools = {
  /** Tells whoever watches how far the job is. */
  progress(text: string): void;
  /** Aborted when the job is to come to its end. */
  readonly stop: AbortSignal;
};

/** Work that is done in a process of its own; orders and replies travel as JSON. */
export type Job<Order, Reply> = (order: Order, tools: JobTools) => Promise<Reply>;
