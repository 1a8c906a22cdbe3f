import type * as More from "./more.js";
import { report } from "./report.js";

export type SecondFile = typeof More;

/** Loads the second file of the widget once. Returns undefined if it cannot be loaded, and reports the failure. */
export function secondFile(service: string): Promise<SecondFile | undefined> {
  loading = loading || load(service);
  return loading;
}

let loading: Promise<SecondFile | undefined> | undefined;

async function load(service: string): Promise<SecondFile | undefined> {
  try {
    return (await import(new URL("embed/reviews-more.js", service).href)) as SecondFile;
  } catch (error) {
    report(`The colors and languages of this page are not available. ${String(error)}`);
    return undefined;
  }
}
