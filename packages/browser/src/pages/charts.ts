import { element, nameElement } from "./elements.js";

/** Value of a chart with its label. A value of `null` is drawn as 0. */
type Point = { readonly label: string; readonly values: readonly (number | null)[] };

type Chart = {
  /** Class of the chart in Charts.css. */
  readonly kind: "column" | "bar";
  readonly points: readonly Point[];
  /** Values of the bottom and the top of the chart. */
  readonly range?: readonly [number, number];
  /** Names of the values, shown as a legend if there are several. */
  readonly series: readonly string[];
  /** Draws the values of a point on top of each other. */
  readonly isStacked?: boolean;
};

/** Number of labels that fit below a chart. */
const maxLabels = 5;

/**
 * Draws a chart with Charts.css. Assistive technology skips the chart, because a table with the same figures follows.
 * Sizes are set as properties and not as attributes, which the security policy forbids.
 */
export function chartOf({ kind, points, range, series, isStacked = false }: Chart): HTMLElement {
  const [low, high] = range ?? [0, Math.max(1, ...points.map(({ values }) => sizeOf(values, isStacked)))];
  const share = (value: number | null) => (value === null ? 0 : (value - low) / (high - low));
  const every = Math.ceil(points.length / maxLabels);
  const rows = points.map(({ label, values }, at) => {
    const cells = values.map((value) => {
      const cell = element("td", {});
      cell.style.setProperty("--size", String(share(value)));
      return cell;
    });
    const isLabeled = kind === "bar" || at % every === 0;
    return element("tr", {}, element("th", isLabeled ? {} : { class: "unlabeled" }, nameElement(label, "")), ...cells);
  });
  const classes = ["charts-css", kind, "show-labels", "data-spacing-2", series.length > 1 ? "multiple" : "single"];
  if (isStacked) classes.push("stacked");
  if (kind !== "bar") classes.push("show-5-secondary-axes");
  const chart = element("table", { class: classes.join(" ") }, element("tbody", {}, ...rows));
  const axis = element(
    "div",
    { class: "axis" },
    element("span", {}, axisText(high)),
    element("span", {}, axisText(low)),
  );
  return element(
    "div",
    { class: `chart of-${kind}`, "aria-hidden": "true" },
    ...(series.length > 1 ? [legendOf(series)] : []),
    ...(kind === "bar" ? [chart] : [element("div", { class: "with-axis" }, axis, chart)]),
  );
}

const sizeOf = (values: readonly (number | null)[], isStacked: boolean): number =>
  isStacked
    ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    : Math.max(...values.map((value) => value ?? 0));

const axisText = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 });

const legendOf = (series: readonly string[]): HTMLElement =>
  element(
    "ul",
    { class: "charts-css legend legend-inline legend-square" },
    ...series.map((name) => element("li", {}, nameElement(name, ""))),
  );
