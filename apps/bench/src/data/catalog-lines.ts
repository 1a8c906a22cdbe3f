/** A line of an account bundle. */
export type Line = Readonly<Record<string, unknown>>;

const cities =
  "Ogden,Layton,Bountiful,Salt Lake City,Murray,Sandy,West Jordan,Draper,Lehi,American Fork,Orem,Provo".split(",");
const firstNames = "Marisol,Theodore,Priya,Caleb,Hannah,Jerome,Anneke,Samuel,Lucia,Graham".split(",");
const lastNames = "Vance,Lindqvist,Raman,Ostrander,Beaumont,Castellan,Visser,Okafor,Ferrante,Whitlock".split(",");
const platforms = ["Google", "Yelp", "Facebook", "Healthgrades", "Private Feedback"];
const regions = ["North", "Salt Lake Valley", "Utah County", "Orthodontics"];

/** How many records of each kind an account has; their ids begin with 1. */
export const catalogSizes = { locations: cities.length, providers: 30, platforms: platforms.length } as const;

/** The survey's id: that of the platform after the others. */
export const surveyId = platforms.length + 1;

const questions = [
  {
    question_id: "stars",
    name: "Overall visit",
    text: "How was it?",
    kind: "stars",
    allows_comment: true,
    overall: true,
  },
  {
    question_id: "scale",
    name: "Would recommend",
    text: "Would you recommend us?",
    kind: "point_scale",
    min: 0,
    max: 10,
  },
  {
    question_id: "liked",
    name: "What went well",
    text: "What went well?",
    kind: "multi_select",
    choices: ["Staff", "Comfort", "Price"],
  },
  { question_id: "more", name: "Anything else", text: "Anything else?", kind: "open_text" },
];

/** An account's settings, locations, providers, platforms and groups. */
export const catalogLines = (practice: string): readonly Line[] => [
  { kind: "account", time_zone: "America/Denver", currency: "USD" },
  ...cities.map((city, index) => ({
    kind: "location",
    id: index + 1,
    location_name: `${practice} - ${city}`,
    external_location_ids: [`LOC-${String(index + 1).padStart(3, "0")}`],
    formatted: `${100 + 37 * index} Main Street, ${city}, UT 84${String(index).padStart(3, "0")}`,
    state: "UT",
  })),
  ...numbersTo(catalogSizes.providers).map((id) => ({
    kind: "provider",
    id,
    name: `Dr. ${firstNames[id % 10]} ${lastNames[(3 * id + Math.floor(id / 10)) % 10]}`,
    external_provider_ids: [`P-${1_000 + 7 * id}`],
    location_ids: [locationOf(id)],
  })),
  ...platforms.map((name, index) => ({ kind: "platform", id: index + 1, name, is_survey: false, active: true })),
  { kind: "platform", id: surveyId, name: "After the visit", is_survey: true },
  { kind: "survey", id: surveyId, name: "After the visit", questions },
  ...regions.map((name, index) => ({
    kind: "group",
    id: index + 1,
    name,
    provider_ids: numbersTo(catalogSizes.providers).filter((id) => id % 10 === index),
    location_ids: numbersTo(cities.length).filter((id) => id % regions.length === index),
  })),
];

/** Where a provider sees patients. */
export const locationOf = (provider: number): number => 1 + (provider % cities.length);

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
