import { afterVisitQuestions, type DemoQuestion, newPatientQuestions, orthodonticQuestions } from "./questions.js";

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
