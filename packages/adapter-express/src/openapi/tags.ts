/** Tags of the API reference, with their descriptions. */
export const tags = {
  Access: "Access tokens for partners that sign assertions.",
  Reviews: "Reviews and NPS surveys from all platforms in one shape.",
  Invites: "Invites sent to patients after visits, and what the patients did with them.",
  Surveys: "Patients' answers to surveys, question by question.",
  Conversions: "Calls and online submissions, the appointments linked to them, and results per marketing channel.",
  Submissions: "Appointment requests submitted by scheduling partners.",
  Users: "The account's users of the application. Partners can invite, update and delete them.",
  Imports: "Imports of appointment files: counts per run, and the rows with errors or warnings.",
  "Patient-survey files":
    "Files of patients for CAHPS surveys: processing status, and the rows with defects or warnings.",
  Listings: "Monthly views and actions on the locations' listings.",
  Catalogs:
    "Locations, providers, platforms and other records that the lists refer to. Each list is small and is returned whole.",
  Changes: "Added, changed and deleted rows of all lists, for keeping a copy in sync.",
  Widget: "Averages and reviews as the account's embed widget shows them. 404 until the widget is configured.",
  Health: "Health checks for supervisors and load balancers.",
} as const;

export type Tag = keyof typeof tags;
