/** Survey question in bundle format. */
export type DemoQuestion = {
  readonly question_id: string;
  readonly name: string;
  readonly text: string;
  readonly kind: "stars" | "single_select" | "multi_select" | "point_scale" | "open_text";
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly min_label?: string;
  readonly max_label?: string;
  readonly allows_comment?: boolean;
  readonly overall?: boolean;
};

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
export const afterVisitQuestions: readonly DemoQuestion[] = [
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
export const newPatientQuestions: readonly DemoQuestion[] = [
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
export const orthodonticQuestions: readonly DemoQuestion[] = [
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
