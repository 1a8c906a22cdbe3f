import type { AccountId, Submission } from "@repute/domain";
import { submissionKeyText } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./record-table.js";

/** `identity` is what makes two submissions one. */
type Row = RowOf<Submission> & { readonly identity: string };

const schema = new EntitySchema<Row>({
  name: "submission",
  tableName: "submissions",
  columns: {
    accountId,
    id: key(integer("id")),
    at: integer("at"),
    scctParameter: text("scct_parameter"),
    phoneNumber: text("phone_number"),
    phone: nullable(text("phone")),
    type: text("type"),
    patientName: text("patient_name"),
    patientId: nullable(text("patient_id")),
    scheduledDate: nullable(text("scheduled_date")),
    email: nullable(text("email")),
    street: nullable(text("street")),
    secondaryStreet: nullable(text("secondary_street")),
    city: nullable(text("city")),
    state: nullable(text("state")),
    postal: nullable(text("postal")),
    isTest: flag("is_test"),
    identity: text("identity"),
  },
});

const toRow = (account: AccountId, submission: Submission): Row => ({
  accountId: account,
  ...submission,
  identity: submissionKeyText(submission),
});

const fromRow = ({ accountId: _, identity: __, ...submission }: Row): Submission => submission;

export const submissionTable = recordTable(schema, toRow, fromRow);
