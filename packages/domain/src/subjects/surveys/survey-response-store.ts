import type { RecordStore } from "../../foundation/feed/record-store.js";
import type { SurveyResponse } from "./survey-response.js";

/** Store of the responses to all surveys of an account. */
export type SurveyResponseStore = RecordStore<SurveyResponse>;
