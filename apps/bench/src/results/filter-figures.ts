import type { Download } from "../clients/download.js";
import type { FilteredLists } from "../measures/filtered-lists.js";
import type { Figure } from "./figure.js";
import { targets } from "./targets.js";

/** The lists beside the reviews, and parts of the reviews, relative to the whole list of reviews of the same round. */
export function filterFigures(
  engine: string,
  rounds: readonly { readonly whole: Download; readonly filtered: FilteredLists }[],
): Figure[] {
  const prefix = engine === "" ? "" : `${engine}: `;
  const key = (name: string) => (engine === "" ? name : `${engine.toLowerCase()}_${name}`);
  const speed = (name: "invites" | "responses") =>
    rounds.map(({ whole, filtered }) => speedOf(filtered[name]) / speedOf(whole));
  const time = (name: "provider" | "customField") =>
    rounds.map(({ whole, filtered }) => filtered[name].milliseconds / whole.milliseconds);
  return [
    {
      key: key("invites_x_reviews"),
      label: `${prefix}whole list of invites, bytes a second relative to reviews`,
      unit: "x",
      values: speed("invites"),
    },
    {
      key: key("responses_x_reviews"),
      label: `${prefix}whole list of survey responses, the same`,
      unit: "x",
      values: speed("responses"),
    },
    {
      key: key("provider_filter"),
      label: `${prefix}reviews of 1 of 30 providers, time relative to the whole list`,
      unit: "x",
      values: time("provider"),
      target: targets.filter,
    },
    {
      key: key("custom_filter"),
      label: `${prefix}reviews with a custom field that 1 of 50 has, the same`,
      unit: "x",
      values: time("customField"),
      target: targets.filter,
    },
  ];
}

const speedOf = ({ bytes, milliseconds }: Download): number => bytes / milliseconds;
