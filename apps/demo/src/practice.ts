import type { LinesByKind, TimeZone } from "@repute/domain";

/** A fictional dental group along the Wasatch Front in Utah. */
export const practice = { name: "Juniper Ridge Dental", timeZone: "America/Denver" as TimeZone, state: "UT" } as const;

/**
 * A location of the dental group.
 * `size` is its share of reviews, and `trouble` scales the probability of a bad review.
 */
export type Town = {
  readonly city: string;
  readonly street: string;
  readonly zip: string;
  readonly size: number;
  readonly trouble: number;
};

export const towns: readonly Town[] = [
  { city: "Ogden", street: "2480 Lantern Hill Dr", zip: "84401", size: 7, trouble: 1.3 },
  { city: "Layton", street: "615 Meadow Gate Ave", zip: "84041", size: 8, trouble: 0.9 },
  { city: "Bountiful", street: "388 Orchard Bench Rd", zip: "84010", size: 6, trouble: 0.7 },
  { city: "Salt Lake City", street: "1127 Copper Finch St, Suite 210", zip: "84102", size: 15, trouble: 1.1 },
  { city: "Murray", street: "5204 Old Smelter Ln", zip: "84107", size: 9, trouble: 1.5 },
  { city: "Sandy", street: "9330 Granite Hollow Way", zip: "84070", size: 10, trouble: 0.8 },
  { city: "West Jordan", street: "7061 Juniper Flats Blvd", zip: "84084", size: 9, trouble: 1.2 },
  { city: "Draper", street: "12418 Switchback Trail Ct", zip: "84020", size: 8, trouble: 0.6 },
  { city: "Lehi", street: "3150 Silicon Terrace Pkwy", zip: "84043", size: 11, trouble: 1.0 },
  { city: "American Fork", street: "74 Quail Post Rd", zip: "84003", size: 5, trouble: 0.9 },
  { city: "Orem", street: "842 Cherry Row", zip: "84057", size: 6, trouble: 1.0 },
  { city: "Provo", street: "219 Academy Elm Ave", zip: "84601", size: 6, trouble: 1.1 },
];

/**
 * Reporting groups of locations.
 * A group lists the indexes of its towns, or is `null` for all orthodontist locations.
 */
export const regions: readonly { readonly name: string; readonly towns: readonly number[] | null }[] = [
  { name: "North", towns: [0, 1, 2] },
  { name: "Salt Lake Valley", towns: [3, 4, 5, 6, 7] },
  { name: "Utah County", towns: [8, 9, 10, 11] },
  { name: "Orthodontics", towns: null },
];

export type Role = "dentist" | "orthodontist" | "hygienist";

/** People who work for the practice: name, role, and indexes of their towns in the list of towns. */
export const people: readonly (readonly [name: string, role: Role, towns: readonly number[]])[] = [
  ["Marisol Vance", "dentist", [0]],
  ["Theodore Lindqvist", "dentist", [0, 1]],
  ["Priya Raman", "dentist", [1]],
  ["Caleb Ostrander", "dentist", [1, 2]],
  ["Hannah Beaumont", "dentist", [2]],
  ["Jerome Castellan", "dentist", [3]],
  ["Anneke Visser", "dentist", [3]],
  ["Samuel Okafor", "dentist", [3, 4]],
  ["Lucia Ferrante", "dentist", [4]],
  ["Graham Whitlock", "dentist", [4, 5]],
  ["Noemi Sandoval", "dentist", [5]],
  ["Elias Thornbury", "dentist", [5, 7]],
  ["Kiran Mehta", "dentist", [6]],
  ["Delphine Marsh", "dentist", [6]],
  ["Wesley Takeda", "dentist", [7]],
  ["Ingrid Solheim", "dentist", [8]],
  ["Rafael Quintero", "dentist", [8]],
  ["Bethany Crowe", "dentist", [8, 9]],
  ["Amos Fairbairn", "dentist", [9]],
  ["Yasmin Haddad", "dentist", [10]],
  ["Corbin Ashworth", "dentist", [10, 11]],
  ["Leilani Kealoha", "dentist", [11]],
  ["Victor Draganov", "orthodontist", [0, 2]],
  ["Simone Arceneaux", "orthodontist", [3, 5]],
  ["Nathan Pemberton", "orthodontist", [6, 7]],
  ["Mei-Lin Zhou", "orthodontist", [8, 11]],
  ["Colleen Dray", "hygienist", [1, 2]],
  ["Tobias Renner", "hygienist", [3]],
  ["Alma Figueroa", "hygienist", [6]],
  ["Joy Nakamura", "hygienist", [8, 10]],
];

export const firstNames: readonly string[] = `
  Aaron Abby Adam Alicia Amber Amy Andre Angela Anna Ben Beth Brandon Brenda Brian Brooke Bryce Carla Carlos Carol Chad
  Chelsea Chris Cindy Claire Cody Connie Corey Courtney Craig Curtis Dale Dana Daniel David Dawn Debbie Denise Derek
  Diana Diego Donna Doug Dustin Dylan Eileen Elena Ellie Emily Eric Erin Ethan Evan Faith Felipe Fiona Frank Gabe Gina
  Glenn Gloria Grace Greg Gwen Hailey Hank Heather Heidi Holly Hugo Ian Irene Isaac Ivy Jack Jacob Jade Jake Jamie Janet
  Jared Jasmine Jason Jay Jeff Jen Jesse Jill Joan Joel Jordan Jose Josh Joyce Juan Judy Julia Karen Kari Kate Keith
  Kelly Ken Kevin Kim Kyle Lance Lara Laura Leah Leo Leslie Linda Lisa Logan Lori Lucas Luis Lynn Maddie Marcus Maria
  Mark Marta Matt Megan Melissa Miguel Mike Mindy Molly Monica Nancy Natalie Nate Neil Nick Nicole Nina Nora Olivia Omar
  Owen Paige Pam Pat Paul Peggy Pete Phil Rachel Ralph Ray Rebecca Renee Rich Rita Rob Rosa Ross Ruth Ryan Sam Sandra
  Sara Scott Sean Seth Shannon Sharon Shelby Sofia Stacy Steve Sue Tammy Tara Ted Teresa Terry Tim Tina Todd Tom Tony
  Tracy Trent Tyler Val Vera Vicki Vince Walt Wendy Will Yolanda Zach Zoe
`
  .trim()
  .split(/\s+/);

export const lastNames: readonly string[] = `
  Abbott Alder Barlow Bates Beckett Bingham Boyd Braddock Burke Calder Carver Chase Colby Cross Dalton Decker Doyle
  Eastman Ellis Farley Finch Flores Garner Gibbs Hale Hansen Harlow Hayes Holt Hyde Ibarra Jensen Keller Kimball Lamb
  Larsen Lott Madsen Mercer Moss Nash Nielsen Olsen Ortiz Page Parrish Pratt Quigley Ramos Reeves Rhodes Rowe Salazar
  Sharp Shaw Sloan Stark Tate Thorne Upton Vega Walsh Webb Yates
`
  .trim()
  .split(/\s+/);

/** Survey question in bundle format. */
export type DemoQuestion = LinesByKind["survey"]["questions"][number];

export const recommendQuestion: DemoQuestion = {
  question_id: "recommend",
  name: "Likely to recommend",
  text: "How likely are you to recommend us to a friend?",
  kind: "point_scale",
  min: 0,
  max: 10,
  min_label: "Very unlikely",
  max_label: "Very likely",
};

/** Questions that patients get after a visit, in bundle format. */
const afterVisitQuestions: readonly DemoQuestion[] = [
  {
    question_id: "overall",
    name: "Overall visit",
    text: "How was your visit?",
    kind: "stars",
    allows_comment: true,
    overall: true,
  },
  recommendQuestion,
  {
    question_id: "wait",
    name: "Time waited",
    text: "How long did you wait?",
    kind: "single_select",
    choices: ["Under 10 minutes", "10 to 30 minutes", "More than 30 minutes"],
  },
  {
    question_id: "liked",
    name: "What went well",
    text: "What went well?",
    kind: "multi_select",
    choices: ["Staff", "Comfort", "Explanations", "Price", "Scheduling"],
  },
  {
    question_id: "more",
    name: "Anything else",
    text: "Is there anything else you would like to tell us?",
    kind: "open_text",
  },
];

/** Survey questions for new patients after their first visit. */
const newPatientQuestions: readonly DemoQuestion[] = [
  { question_id: "welcome", name: "Felt welcome", text: "How welcome did you feel?", kind: "stars", overall: true },
  {
    question_id: "found",
    name: "How you found us",
    text: "How did you find us?",
    kind: "single_select",
    choices: ["A friend", "Search", "Social media", "My insurance", "Passing by"],
  },
  {
    question_id: "forms",
    name: "Forms were easy",
    text: "Were the forms easy to fill in?",
    kind: "single_select",
    choices: ["Yes", "No"],
    allows_comment: true,
  },
  recommendQuestion,
];

/** Survey questions for patients during orthodontic treatment. */
const orthodonticQuestions: readonly DemoQuestion[] = [
  {
    question_id: "progress",
    name: "Happy with progress",
    text: "How happy are you with the progress?",
    kind: "point_scale",
    min: 1,
    max: 10,
    min_label: "Unhappy",
    max_label: "Delighted",
    allows_comment: true,
  },
  { question_id: "staff", name: "Care of the staff", text: "How well did the staff look after you?", kind: "stars" },
  { question_id: "time", name: "Kept to the time", text: "Did we keep to the time?", kind: "stars" },
  {
    question_id: "trouble",
    name: "Trouble since",
    text: "Any trouble since the last visit?",
    kind: "multi_select",
    choices: ["Soreness", "Loose bracket", "Poking wire", "Lost aligner"],
  },
  { question_id: "wishes", name: "Anything else", text: "What could we do better?", kind: "open_text" },
];

/** Messages to patients, in bundle format. */
export const messages = [
  {
    name: "After the visit",
    languages: {
      en: { key: "after-visit-en", message: "Hi {customer_first_name}, how was your visit to {account_name}?" },
      es: { key: "after-visit-es", message: "Hola {customer_first_name}, ¿cómo fue su visita a {account_name}?" },
    },
  },
  {
    name: "Thank you from your provider",
    languages: {
      en: {
        key: "thank-you-en",
        message: "{customer_first_name}, thank you for seeing {user_name}. Would you leave a review?",
      },
    },
  },
] as const;

/** A review platform of the demo. `share` is its weight, and `stars` are the weights of ratings from 1 to 5 stars. */
export type DemoPlatform = {
  readonly name: string;
  readonly share: number;
  readonly stars: readonly [number, number, number, number, number];
  /** Granularity of ratings: whole stars, half stars, or a recommendation without stars. */
  readonly rated: "whole" | "halves" | "never";
  readonly private?: boolean;
  /** Questions of a survey. Absent for platforms that are not surveys. */
  readonly questions?: readonly DemoQuestion[];
};

/** Default values for surveys, which collect no reviews. */
const survey = { share: 0, stars: [0, 0, 0, 0, 1], rated: "never" } as const;

export const platforms: readonly DemoPlatform[] = [
  { name: "Google", share: 54, stars: [7, 3, 5, 14, 71], rated: "whole" },
  { name: "Yelp", share: 11, stars: [17, 7, 8, 17, 51], rated: "whole" },
  { name: "Facebook", share: 12, stars: [8, 2, 2, 10, 78], rated: "never" },
  { name: "Healthgrades", share: 12, stars: [6, 4, 7, 20, 63], rated: "halves" },
  { name: "Private Feedback", share: 11, stars: [12, 9, 14, 26, 39], rated: "whole", private: true },
  { ...survey, name: "After-Visit Survey", questions: afterVisitQuestions },
  { ...survey, name: "New Patient Survey", questions: newPatientQuestions },
  { ...survey, name: "Orthodontic Check-In", questions: orthodonticQuestions },
];

/** Import connections of the demo practice. Only imports through the first connection send invites. */
export const importConnections = [{ name: "ehr" }, { name: "ehr-watched", monitoring_only: true }] as const;

/** Phone numbers of people who opted out of messages. */
export const stoppedPhones = ["(801) 555-0199", "(385) 555-0198", "(435) 555-0197"] as const;
