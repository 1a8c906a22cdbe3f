import { describedFields } from "./described-fields.js";

const group = { group_id: "Id of a group that contains the location or provider." };

/** Descriptions of the columns of child tables whose rows are plain values in the API, such as ids. */
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
