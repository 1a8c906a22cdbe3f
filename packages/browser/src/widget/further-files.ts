import type * as Colors from "./colors-file.js";
import type * as Details from "./details.js";
import type * as Languages from "./languages-file.js";
import type * as Layouts from "./layout-file.js";
import { report } from "./report.js";

type Files = {
  readonly colors: typeof Colors;
  readonly details: typeof Details;
  readonly languages: typeof Languages;
  readonly layouts: typeof Layouts;
};

export type ColorsFile = Files["colors"];
export type LayoutFile = Files["layouts"];
export type DetailsFile = Files["details"];

/** Loads a further file of the widget once. Returns undefined if it cannot be loaded, and reports the failure. */
export function furtherFile<Name extends keyof Files>(service: string, name: Name): Promise<Files[Name] | undefined> {
  const known = files.get(name) || load(service, name);
  files.set(name, known);
  return known as Promise<Files[Name] | undefined>;
}

const files = new Map<string, Promise<unknown>>();

async function load(service: string, name: string): Promise<unknown> {
  try {
    return await import(new URL(`embed/reviews-${name}.js`, service).href);
  } catch (error) {
    report(`A part of the widget is not available. ${String(error)}`);
    return undefined;
  }
}
