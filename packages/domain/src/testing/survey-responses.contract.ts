import type { SurveyResponse } from "../subjects/surveys/survey-response.js";
import { aSurveyResponse } from "./builders.js";
import type { Fresh } from "./fresh-storage.js";
import { recordsContract } from "./records.contract.js";

export function surveyResponsesContract(fresh: Fresh): void {
  recordsContract<SurveyResponse>(fresh, {
    name: "survey responses",
    store: ({ surveyResponses }) => surveyResponses,
    make: (overrides) => aSurveyResponse(overrides as Partial<SurveyResponse>),
    samples: [
      aSurveyResponse({
        id: 9 as never,
        appointmentDate: null,
        contact: null,
        locationId: null,
        providerId: null,
        patientId: null,
        patientFirst: null,
        patientLast: null,
        answers: {},
      }),
      aSurveyResponse({
        id: 10 as never,
        patientFirst: "Zoë 🙂",
        answers: { q1: "", q2: ["1", "3"], q3: [], "Où?": 'là\n"ici"', ["__proto__"]: "4", constructor: "5" },
        comments: { ["__proto__"]: "polite", q9: "gone" },
        extras: { visit: "new" },
      }),
    ],
    mentions: { locationIds: "locationId", providerIds: "providerId", surveyIds: "surveyId" },
  });
}
