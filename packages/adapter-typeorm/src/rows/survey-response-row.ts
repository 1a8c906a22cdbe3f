import type { AccountId, SurveyResponse } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<SurveyResponse, { readonly answers: string; readonly comments: string; readonly extras: string }>;

const schema = new EntitySchema<Row>({
  name: "survey_response",
  tableName: "survey_responses",
  columns: {
    accountId,
    id: key(integer("id")),
    surveyId: integer("survey_id"),
    submittedAt: integer("submitted_at"),
    appointmentDate: nullable(text("appointment_date")),
    contact: nullable(text("contact")),
    locationId: nullable(integer("location_id")),
    providerId: nullable(integer("provider_id")),
    patientId: nullable(text("patient_id")),
    patientFirst: nullable(text("patient_first")),
    patientLast: nullable(text("patient_last")),
    answers: text("answers"),
    comments: text("comments"),
    extras: text("extras"),
  },
});

const toRow = (account: AccountId, response: SurveyResponse): Row => ({
  accountId: account,
  ...response,
  answers: JSON.stringify(response.answers),
  comments: JSON.stringify(response.comments),
  extras: JSON.stringify(response.extras),
});

const fromRow = ({ accountId: _, answers, comments, extras, ...row }: Row): SurveyResponse => ({
  ...row,
  answers: JSON.parse(answers) as SurveyResponse["answers"],
  comments: JSON.parse(comments) as SurveyResponse["comments"],
  extras: JSON.parse(extras) as SurveyResponse["extras"],
});

export const surveyResponseTable = recordTable(schema, toRow, fromRow);
