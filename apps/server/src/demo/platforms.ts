import type { DemoQuestion } from "./questions.js";
import { afterVisitQuestions, newPatientQuestions, orthodonticQuestions } from "./questions.js";

/** Where the demo's reviews come from: `share` of all reviews, and how ratings of 1 to 5 stars are spread there. */
export type DemoPlatform = {
  readonly name: string;
  readonly share: number;
  readonly stars: readonly [number, number, number, number, number];
  /** Some platforms ask for a recommendation only; others give half stars. */
  readonly rated: "whole" | "halves" | "never";
  readonly private?: boolean;
  /** What a survey asks; platforms without questions are none. */
  readonly questions?: readonly DemoQuestion[];
};

/** Surveys are no place for reviews. */
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
