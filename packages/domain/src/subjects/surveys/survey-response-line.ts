import type { LocationId, PlatformId, ProviderId, SurveyResponseId } from "../../foundation/kernel/ids.js";
import { isJsonObject } from "../../foundation/kernel/json-object.js";
import {
  defaulted,
  idOf,
  mapOf,
  optional,
  ownId,
  shortText,
  text,
  textMap,
} from "../../foundation/kernel/line-fields.js";
import type { Field, Shaped } from "../../foundation/kernel/line-shape.js";
import { date, instant } from "../../foundation/kernel/line-times.js";
import type { Answer, SurveyResponse } from "./survey-response.js";

const readOne = (value: unknown): string | undefined =>
  typeof value === "number" && Number.isFinite(value) ? String(value) : text.read(value);

/** Answer to a survey question. Numbers are stored as strings. */
const answer: Field<Answer> = {
  expected: "a string, a number, or an array of these",
  read: (value) => {
    if (!Array.isArray(value)) return readOne(value);
    const read = value.map(readOne);
    return read.includes(undefined) ? undefined : (read as string[]);
  },
};

/** Wraps an object field of a bundle line so that members with the value `null` are ignored. */
const withoutNulls = <T>(field: Field<T>): Field<T> => {
  const nonNull = (value: unknown) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : value;
  const { inside = () => [] } = field;
  return { ...field, read: (value) => field.read(nonNull(value)), inside: (value) => inside(nonNull(value)) };
};

/** Fields of a `survey_response` line in a bundle. */
export const surveyResponseLine = {
  id: ownId<SurveyResponseId>(),
  survey_id: idOf<PlatformId>("survey"),
  submitted_at: instant,
  appointment_date: optional(date),
  contact: optional(shortText),
  location_id: optional(idOf<LocationId>("location")),
  provider_id: optional(idOf<ProviderId>("provider")),
  patient_id: optional(shortText),
  patient_first: optional(shortText),
  patient_last: optional(shortText),
  answers: withoutNulls(mapOf(answer, "an object that maps question ids to strings, numbers, or arrays of these")),
  comments: defaulted(withoutNulls(mapOf(text, "an object that maps question ids to strings")), {}),
  extras: defaulted(textMap, {}),
};

export type SurveyResponseLine = Shaped<typeof surveyResponseLine>;

export const surveyResponseFromLine = (line: SurveyResponseLine): SurveyResponse => ({
  id: line.id,
  surveyId: line.survey_id,
  submittedAt: line.submitted_at,
  appointmentDate: line.appointment_date,
  contact: line.contact,
  locationId: line.location_id,
  providerId: line.provider_id,
  patientId: line.patient_id,
  patientFirst: line.patient_first,
  patientLast: line.patient_last,
  answers: line.answers,
  comments: line.comments,
  extras: line.extras,
});
