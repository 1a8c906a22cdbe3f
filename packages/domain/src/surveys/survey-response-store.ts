import type { RecordStore } from "../feed/record-store.js";
import type { SurveyResponse } from "./survey-response.js";

/** The survey responses of an account, of all its surveys. */
export type SurveyResponseStore = RecordStore<SurveyResponse>;
