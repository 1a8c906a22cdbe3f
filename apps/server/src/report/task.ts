import type { Tone } from "./bar-chart.js";

/** Title of a type of finding, and the advice for rows with this finding. */
export type Advice = { readonly title: string; readonly advice: string };

/** Task that a row gives the practice's office: correct the row at its source, check the row, or do nothing. */
export const tasks = ["correct", "check", "nothing"] as const;
export type Task = (typeof tasks)[number];

/** Colors of the tasks in charts and on cards. */
export const taskTones: Readonly<Record<Task, Tone>> = { correct: "error", check: "warning", nothing: "calm" };

export const taskTitles: Readonly<Record<Task, string>> = {
  correct: "To correct",
  check: "To check",
  nothing: "No action needed",
};
