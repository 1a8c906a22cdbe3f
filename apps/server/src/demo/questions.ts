/** Would the patient recommend the practice? */
export const recommendQuestion = {
  question_id: "recommend",
  name: "Likely to recommend",
  text: "How likely are you to recommend us to a friend?",
  kind: "point_scale",
  min: 0,
  max: 10,
  min_label: "Not at all",
  max_label: "Very likely",
} as const;

/** What patients are asked after a visit, as a bundle spells it. */
export const surveyQuestions = [
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
] as const;

/** What patients are sent, as a bundle spells it. */
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
