import { describedFields } from "./described-fields.js";

const group = { group_id: "Id of a group that contains the location or provider." };

/** Column descriptions for nested rows that are not objects in the API. */
const otherFields: typeof describedFields = {
  review_groups: group,
  survey_groups: group,
  survey_response_groups: group,
  import_errors: {
    side: "Kind of rows: appointments or invites.",
    error_type: "Type of error or warning.",
    rows: "Number of rows with this error or warning.",
  },
};

/** Descriptions of fields by list or child table. */
export const descriptions: typeof describedFields = { ...otherFields, ...describedFields };
