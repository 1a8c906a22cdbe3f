import type { Job } from "./job.js";
import type { Jobs } from "./jobs.js";

export type JobName = keyof Jobs;
export type OrderOf<Name extends JobName> = Jobs[Name] extends Job<infer Order, unknown> ? Order : never;
export type ReplyOf<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;

export type ToChild =
  { readonly type: "work"; readonly job: JobName; readonly order: unknown } | { readonly type: "stop" };

export type FromChild =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "reply"; readonly reply: unknown }
  | { readonly type: "failure"; readonly message: string };
