/** Sections of the API reference, with their descriptions. */
export const tags = {
  Access: "Access tokens, issued to registered partners in exchange for a signed assertion.",
  Reviews: "Reviews and NPS surveys from all platforms, in one format.",
  Invites: "Invites sent to patients after visits, with the patients' clicks and ratings.",
  Surveys: "Patients' answers to surveys, question by question.",
  Conversions: "Calls and online submissions, the appointments linked to them, and results per marketing channel.",
  Submissions: "Appointment requests submitted by scheduling partners.",
  Users: "People with access to the account. Partners can invite, update and delete users.",
  Imports: "Imports of appointment files: counts per run, and the rows with errors or warnings.",
  "Patient-survey files": "Patient files for CAHPS surveys: processing status, and the rows with defects or warnings.",
  Listings: "Monthly counts of views and actions on the locations' online listings.",
  Catalogs:
    "Locations, providers, platforms and other records that the rows of other lists refer to. Each response contains all rows.",
  Changes: "Added, changed and deleted rows of all lists. Use them to keep a copy of the data in sync.",
  Widget: "Average ratings and reviews, as the account's embed widget shows them.",
  Health: "Health checks for supervisors and load balancers.",
} as const;

export type Tag = keyof typeof tags;
