/** The chapters of the API reference. */
export const tags = {
  Access: "How a partner that signs assertions comes to an access token",
  Reviews: "Reviews of every platform in one shape",
  Invites: "Visits, and what patients did with the invites that followed",
  Surveys: "What patients answered to surveys, question by question",
  Conversions: "Calls and online submissions, and the appointments that followed them",
  Submissions: "What partners that schedule online post",
  Users: "Who uses the application for the account: invited, changed and taken out by partners",
  Imports: "Files of appointments: what became of their rows, and which rows did not make it",
  "Patient-survey files": "Files of patients for CAHPS surveys: how far they are, and which rows need a look",
  Listings: "What happened to the locations' listings, by month",
  Catalogs: "What the other lists mention by name and id; small enough to be fetched whole",
  Changes: "Everything that was added, changed or deleted, for a copy that stays right",
  Widget: "Averages and reviews as the account's embed widget shows them; 404 until it is configured",
  Health: "What supervisors and load balancers ask",
} as const;

export type Tag = keyof typeof tags;
