import { chartOf } from "./charts.js";
import { type Column, countText, decimalText, element, nameElement, shareText, tableOf } from "./elements.js";
import { rowsLink } from "./rows.js";

type Figures = { readonly total: number; readonly rated: number; readonly average: number | null };
type Group = Figures & { readonly id: number | null; readonly name: string | null };
type Nps = Readonly<Record<"total" | "promoters" | "passives" | "detractors", number>> & {
  readonly score: number | null;
};
type Invites = Readonly<Record<"sent" | "opened" | "clicked" | "reviewed", number>>;
type Channel = { readonly channel: string; readonly total: number; readonly linked: number };

/** Response of `/v2/overview`. */
export type Overview = {
  readonly time_zone: string;
  readonly months: readonly {
    readonly month: string;
    readonly reviews: Figures;
    readonly nps: Nps;
    readonly invites: Invites;
    readonly conversions: readonly Channel[];
  }[];
  readonly reviews: Figures;
  readonly ratings: readonly { readonly rating: number | null; readonly total: number }[];
  readonly locations: readonly Group[];
  readonly providers: readonly Group[];
  readonly platforms: readonly Group[];
};

const number = (title: string): Column => ({ title, isNumber: true });

const section = (title: string, ...content: readonly (Node | string)[]): HTMLElement =>
  element("section", {}, element("h2", {}, title), ...content);

/** Months of the page, as `YYYY-MM`. */
export type Months = { readonly first: string; readonly last: string };

/** Returns the first and the last day of months. */
export function daysOf({ first, last }: Months): readonly [string, string] {
  const [year = 0, month = 0] = last.split("-").map(Number);
  return [`${first}-01`, `${last}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`];
}

const within = (first: string, last: string, more = ""): string => {
  const [start, end] = daysOf({ first, last });
  return `date=${start}&end=${end}${more}`;
};

const conversionsWithin = (first: string, last: string): string => {
  const [start, end] = daysOf({ first, last });
  return `conversions?start_date=${start}&end_date=${end}`;
};

const monthText = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString("en-US", { month: "short", year: "2-digit", timeZone: "UTC" });

const longMonth = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Renders the sections of an overview. */
export function overviewSections(overview: Overview, months: Months): readonly HTMLElement[] {
  return [
    summary(overview, months),
    reviewsByMonth(overview),
    ratings(overview, months),
    groups("location", overview.locations, months, (id) => ({ more: `&location_id=${id}` })),
    groups("provider", overview.providers, months, (id) => ({ more: `&provider_id=${id}` })),
    groups("platform", overview.platforms, months, (_, name) => ({ only: ["platform", name] })),
    nps(overview),
    invites(overview),
    conversions(overview, months),
  ];
}

/** Returns true if an overview counts nothing. */
export const isEmpty = ({ months }: Overview): boolean =>
  months.every(
    ({ reviews, nps: surveys, invites: { sent }, conversions: channels }) =>
      reviews.total + surveys.total + sent + channels.length === 0,
  );

const sumOf = <T>(all: readonly T[], valueOf: (one: T) => number): number =>
  all.reduce((sum, one) => sum + valueOf(one), 0);

function summary({ months, reviews }: Overview, { first, last }: Months): HTMLElement {
  const surveys = sumOf(months, ({ nps: { total } }) => total);
  const score = sumOf(months, ({ nps: { promoters, detractors } }) => promoters - detractors);
  const sent = sumOf(months, ({ invites: one }) => one.sent);
  const called = sumOf(months, (month) => sumOf(month.conversions, ({ total }) => total));
  const tile = (name: string, text: string, list: string) =>
    element(
      "div",
      {},
      element("dt", {}, name),
      element("dd", {}, rowsLink(text, `${name}: ${text}. Show the rows`, { list })),
    );
  const reviewList = `reviews?${within(first, last)}`;
  const surveyList = `surveys?${within(first, last)}`;
  const tiles = element(
    "dl",
    { class: "tiles" },
    tile("Reviews", countText(reviews.total), reviewList),
    tile("Average rating", decimalText(reviews.average, 2), reviewList),
    tile("NPS", decimalText(surveys === 0 ? null : (score * 100) / surveys, 0), surveyList),
    tile("Invites", countText(sent), `invites?${within(first, last)}`),
    tile("Conversions", countText(called), conversionsWithin(first, last)),
  );
  return section("Summary", tiles);
}

function reviewsByMonth({ months }: Overview): HTMLElement {
  const rows = months.map(({ month, reviews }) => [
    longMonth(month),
    monthLink(countText(reviews.total), "reviews", month, `reviews?${within(month, month)}`),
    countText(reviews.rated),
    decimalText(reviews.average, 2),
  ]);
  const points = (valueOf: (one: Figures) => number | null) =>
    months.map(({ month, reviews }) => ({ label: monthText(month), values: [valueOf(reviews)] }));
  return section(
    "Reviews by month",
    element("h3", {}, "Number of reviews"),
    chartOf({ kind: "column", points: points(({ total }) => total), series: ["Reviews"] }),
    element("h3", {}, "Average rating"),
    chartOf({ kind: "column", points: points(({ average }) => average), series: ["Average"], range: [0, 5] }),
    tableOf(
      "Reviews by month",
      [{ title: "Month" }, number("Reviews"), number("With a rating"), number("Average")],
      rows,
    ),
  );
}

const monthLink = (text: string, what: string, month: string, list: string) =>
  rowsLink(text, `${text} ${what} in ${longMonth(month)}. Show the rows`, { list });

function ratings({ ratings: all, reviews }: Overview, { first, last }: Months): HTMLElement {
  const nameOf = (rating: number | null) =>
    rating === null ? "No rating" : rating === 1 ? "1 star" : `${rating} stars`;
  const rows = all.map(({ rating, total }) => {
    const text = countText(total);
    const list = `reviews?${within(first, last, `&rating=${rating}`)}`;
    const label = `${text} reviews, ${nameOf(rating)}. Show the rows`;
    return [nameOf(rating), rating === null ? text : rowsLink(text, label, { list }), shareText(total, reviews.total)];
  });
  const points = all.map(({ rating, total }) => ({ label: nameOf(rating), values: [total] }));
  return section(
    "Reviews by rating",
    chartOf({ kind: "bar", points, series: ["Reviews"] }),
    tableOf("Reviews by rating", [{ title: "Rating" }, number("Reviews"), number("Share")], rows),
  );
}

/** Number of locations, providers or platforms that are shown first. All others are folded. */
const shownGroups = 10;

type Selection = { readonly more?: string; readonly only?: readonly [string, string] };

function groups(
  kind: string,
  all: readonly Group[],
  { first, last }: Months,
  selectionOf: (id: number, name: string) => Selection,
): HTMLElement {
  const title = `Reviews by ${kind}`;
  const rowOf = ({ id, name, total, average }: Group) => {
    const text = countText(total);
    const named = nameElement(name, id === null ? `No ${kind}` : `${kind} ${id}`);
    if (id === null || (name === null && kind === "platform")) return [named, text, decimalText(average, 2)];
    const { more = "", only } = selectionOf(id, name ?? "");
    const rows = { list: `reviews?${within(first, last, more)}`, ...(only && { only }) };
    return [named, rowsLink(text, `${text} reviews, ${name ?? id}. Show the rows`, rows), decimalText(average, 2)];
  };
  const columns = [{ title: kind.charAt(0).toUpperCase() + kind.slice(1) }, number("Reviews"), number("Average")];
  const [top, rest] = [all.slice(0, shownGroups), all.slice(shownGroups)];
  if (all.length === 0) return section(title, element("p", {}, "There are no reviews in these months."));
  const points = top.map(({ name, id, total }) => ({
    label: name ?? (id === null ? `No ${kind}` : String(id)),
    values: [total],
  }));
  if (rest.length > 0) points.push({ label: `${rest.length} others`, values: [sumOf(rest, ({ total }) => total)] });
  const folded = element("details", {}, element("summary", {}, `${countText(rest.length)} other ${kind}s`));
  if (rest.length > 0) folded.append(tableOf(`${title}, others`, columns, rest.map(rowOf)));
  return section(
    title,
    chartOf({ kind: "bar", points, series: ["Reviews"] }),
    tableOf(title, columns, top.map(rowOf)),
    ...(rest.length > 0 ? [folded] : []),
  );
}

function nps({ months }: Overview): HTMLElement {
  const rows = months.map(({ month, nps: one }) => [
    longMonth(month),
    monthLink(countText(one.total), "NPS surveys", month, `surveys?${within(month, month)}`),
    ...[one.promoters, one.passives, one.detractors].map(countText),
    decimalText(one.score, 0),
  ]);
  const points = months.map(({ month, nps: one }) => ({
    label: monthText(month),
    values: [one.promoters, one.passives, one.detractors],
  }));
  const columns = [number("Surveys"), number("Promoters"), number("Passives"), number("Detractors"), number("NPS")];
  return section(
    "NPS by month",
    element("p", {}, "NPS is the percentage of promoters (9 and 10) minus the percentage of detractors (0 to 6)."),
    chartOf({ kind: "column", points, series: ["Promoters", "Passives", "Detractors"], isStacked: true }),
    tableOf("NPS by month", [{ title: "Month" }, ...columns], rows),
  );
}

const steps = ["sent", "opened", "clicked", "reviewed"] as const;

function invites({ months }: Overview): HTMLElement {
  const totals = steps.map((step) => sumOf(months, ({ invites: one }) => one[step]));
  const [sent = 0] = totals;
  const rows = months.map(({ month, invites: one }) => [
    longMonth(month),
    monthLink(countText(one.sent), "invites", month, `invites?${within(month, month)}`),
    ...steps.slice(1).map((step) => `${countText(one[step])} (${shareText(one[step], one.sent)})`),
  ]);
  const names = ["Sent", "Opened", "Clicked", "Reviewed"];
  const points = names.map((label, index) => ({ label, values: [totals[index] ?? 0] }));
  return section(
    "Invites",
    element("p", {}, `Of ${countText(sent)} invites, ${shareText(totals[3] ?? 0, sent)} led to a review.`),
    chartOf({ kind: "bar", points, series: ["Invites"] }),
    tableOf("Invites by month", [{ title: "Month" }, ...names.map(number)], rows),
  );
}

/** Number of channels that a chart shows apart. */
const shownChannels = 5;

function conversions({ months }: Overview, { first, last }: Months): HTMLElement {
  const totals = new Map<string, { total: number; linked: number }>();
  for (const { channel, total, linked } of months.flatMap((month) => month.conversions)) {
    const before = totals.get(channel) ?? { total: 0, linked: 0 };
    totals.set(channel, { total: before.total + total, linked: before.linked + linked });
  }
  const title = "Conversions by channel";
  if (totals.size === 0) return section(title, element("p", {}, "There are no conversions in these months."));
  const sorted = [...totals].sort(([, a], [, b]) => b.total - a.total);
  const names = sorted.slice(0, shownChannels).map(([name]) => name);
  const hasOthers = sorted.length > names.length;
  const points = months.map(({ month, conversions: channels }) => {
    const of = (name: string) => channels.find(({ channel }) => channel === name)?.total ?? 0;
    const others = sumOf(channels, ({ channel, total }) => (names.includes(channel) ? 0 : total));
    return { label: monthText(month), values: [...names.map(of), ...(hasOthers ? [others] : [])] };
  });
  const rowOf = (
    heading: Node,
    channel: string,
    total: number,
    linked: number,
    [from, to]: readonly [string, string],
  ) => [
    heading,
    rowsLink(countText(total), `${total} conversions, ${channel}. Show the rows`, {
      list: conversionsWithin(from, to),
      only: ["channel", channel],
    }),
    countText(linked),
    shareText(linked, total),
  ];
  const columns = [number("Conversions"), number("Linked"), number("Share linked")];
  const byMonth = months.flatMap(({ month, conversions: channels }) =>
    channels.map(({ channel, total, linked }) =>
      rowOf(element("span", {}, `${longMonth(month)}: `, nameElement(channel, "")), channel, total, linked, [
        month,
        month,
      ]),
    ),
  );
  return section(
    title,
    element("p", {}, "A conversion is linked if it led to an appointment."),
    chartOf({ kind: "column", points, series: [...names, ...(hasOthers ? ["Others"] : [])], isStacked: true }),
    tableOf(
      title,
      [{ title: "Channel" }, ...columns],
      sorted.map(([channel, { total, linked }]) =>
        rowOf(nameElement(channel, ""), channel, total, linked, [first, last]),
      ),
    ),
    element(
      "details",
      {},
      element("summary", {}, "By month"),
      tableOf("Conversions by month and channel", [{ title: "Month and channel" }, ...columns], byMonth),
    ),
  );
}

type Item = Readonly<Record<string, string | number | null>>;

/** Renders the campaigns of the months. */
export function campaignSection(items: readonly Item[], { first, last }: Months): HTMLElement {
  const title = "Campaigns by channel";
  if (items.length === 0) return section(title, element("p", {}, "There are no campaigns in these months."));
  const names = ["Conversions", "Appointments", "New Patients", "Cost", "Estimated Revenue", "ROAS"];
  const rows = items.map((item) => {
    const channel = String(item["Channel"]);
    const [conversions = "", ...others] = names.map((name) => String(item[name]));
    const label = `${conversions} conversions, ${channel}. Show the rows`;
    const list = conversionsWithin(first, last);
    return [nameElement(channel, ""), rowsLink(conversions, label, { list, only: ["channel", channel] }), ...others];
  });
  return section(
    title,
    element("p", {}, "ROAS is the revenue as a percentage of the cost."),
    tableOf(title, [{ title: "Channel" }, ...names.map(number)], rows),
  );
}

/** Renders the import runs whose appointments are in the months. */
export function importSection(items: readonly Item[]): HTMLElement {
  const title = "Imports";
  if (items.length === 0) return section(title, element("p", {}, "There are no imports in these months."));
  const rows = items.map((item) => {
    const link = (text: string, list: string) =>
      rowsLink(text, `${text} rows of import ${item["import_id"]}. Show the rows`, { list });
    const [found, warnings] = [countText(Number(item["mismatches"])), countText(Number(item["warnings"]))];
    return [
      `${item["import_id"]}`,
      `${item["upload_date"]}${item["undone_at"] === undefined ? "" : " (undone)"}`,
      countText(Number(item["rows_processed"])),
      countText(Number(item["appointment_captured"])),
      countText(Number(item["scheduled_invites"])),
      link(found, `integration-imports/${item["import_id"]}/appointments?order=desc`),
      link(warnings, `integration-imports/${item["import_id"]}/invites?order=desc`),
    ];
  });
  const counts = ["Rows", "Appointments", "Invites", "Mismatches", "Warnings"].map(number);
  return section(title, tableOf(title, [{ title: "Import" }, { title: "Received (UTC)" }, ...counts], rows));
}

/** Renders the patient files for surveys that were uploaded in the months. */
export function patientFileSection(items: readonly Item[]): HTMLElement {
  const title = "Patient files for surveys";
  if (items.length === 0) return section(title, element("p", {}, "There are no patient files in these months."));
  const rows = items.map((item) => {
    const text = countText(Number(item["warnings_count"]));
    const list = `cahps-parsed-files/${item["file_id"]}/warnings?order=desc`;
    return [
      ...[`${item["file_id"]}`, `${item["cahps_type"]}`, timeText(String(item["created_at"]))],
      ...[`${item["download_status"]}`, countText(Number(item["total_patients"]))],
      rowsLink(text, `${text} patients of file ${item["file_id"]} with findings. Show the rows`, { list }),
    ];
  });
  const titles = ["File", "Survey", "Received", "Status"].map((one) => ({ title: one }));
  return section(title, tableOf(title, [...titles, number("Patients"), number("With findings")], rows));
}

const timeText = (at: string): string => `${at.slice(0, 16).replace("T", " ")} UTC`;

type Source = {
  readonly name: string;
  readonly state: string;
  readonly last_arrival: string | null;
  readonly rows_of_last_day: number | null;
};

/** Renders the states of the sources of data. */
export function statusSection(sources: readonly Source[]): HTMLElement {
  const title = "Freshness of the data";
  if (sources.length === 0) return section(title, element("p", {}, "No data has arrived yet."));
  const rows = sources.map(({ name, state, last_arrival: at, rows_of_last_day: count }) => [
    nameElement(name, ""),
    element("span", { class: `state ${/^[a-z]+$/.test(state) ? state : ""}` }, state),
    at === null ? "Never" : timeText(at),
    count === null ? "" : countText(count),
  ]);
  return section(
    title,
    tableOf(
      title,
      [{ title: "Source" }, { title: "State" }, { title: "Last arrival" }, number("Records on that day")],
      rows,
    ),
  );
}
