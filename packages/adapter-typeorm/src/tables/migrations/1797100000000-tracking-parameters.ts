import { type Campaign, type SubmissionKey, submissionKeyText } from "@repute/domain";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { originKey } from "./1797600000000-outcome-spans.js";
import { forEachAccount } from "./schema-sql.js";

/**
 * Removes the white space around the tracking parameters of campaigns and submissions, and credits the conversions that
 * missed their campaign because of it. The server then renders the lists of these accounts again.
 */
export class TrackingParameters1797100000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return forEachAccount(runner, (account) => trimParameters(runner, account));
  }

  /** Does nothing, because earlier versions can read parameters without white space. */
  async down(): Promise<void> {}
}

type Parameter = { readonly id: number | string; readonly sent: string };

async function trimParameters(runner: QueryRunner, account: string): Promise<void> {
  const campaigns = (await runner.query(`SELECT id, scct_parameter AS sent FROM campaigns
    WHERE account_id = ${account} AND scct_parameter IS NOT NULL ORDER BY id DESC`)) as Parameter[];
  const submitted = (await runner.query(`SELECT DISTINCT scct_parameter AS sent FROM submissions
    WHERE account_id = ${account}`)) as Pick<Parameter, "sent">[];
  const spaced = new Set([...campaigns, ...submitted].map(({ sent }) => sent).filter((sent) => sent !== sent.trim()));
  if (spaced.size === 0) return;
  for (const sent of spaced) await trim(runner, account, sent);
  // The campaign with the lowest id comes last, and replaces other campaigns with the same parameter.
  const campaignOf = new Map(campaigns.map(({ id, sent }) => [sent.trim(), Number(id) as Campaign["id"]]));
  for (const parameter of new Set([...spaced].map((sent) => sent.trim()))) {
    const campaign = campaignOf.get(parameter);
    if (campaign !== undefined) await credit(runner, account, { parameter, campaign });
  }
  await runner.query(
    `UPDATE watermarks SET fingerprint = 'outdated' WHERE account_id = ${account} AND fingerprint <> ''`,
  );
}

type Row = {
  readonly id: number | string;
  readonly at: number | string;
  readonly phone: SubmissionKey["phone"];
  readonly phone_number: string;
  readonly type: SubmissionKey["type"];
  readonly is_test: number | boolean;
};

/** Trims a parameter in the campaigns and submissions of an account, and in the keys that recognize duplicates. */
async function trim(runner: QueryRunner, account: string, sent: string): Promise<void> {
  const [first, second] = parametersOf(runner);
  const scctParameter = sent.trim();
  await runner.query(
    `UPDATE campaigns SET scct_parameter = ${first} WHERE account_id = ${account} AND scct_parameter = ${second}`,
    [scctParameter, sent],
  );
  const rows = (await runner.query(
    `SELECT id, at, phone, phone_number, type, is_test FROM submissions
      WHERE account_id = ${account} AND scct_parameter = ${first}`,
    [sent],
  )) as Row[];
  for (const { id, at, phone, phone_number: phoneNumber, type, is_test: isTest } of rows) {
    const key = { at: Number(at) as SubmissionKey["at"], phone, phoneNumber, scctParameter, type };
    await runner.query(
      `UPDATE submissions SET scct_parameter = ${first}, identity = ${second} WHERE account_id = ${account} AND id = ${id}`,
      [scctParameter, submissionKeyText({ ...key, isTest: Boolean(isTest) })],
    );
  }
}

type Credit = { readonly parameter: string; readonly campaign: Campaign["id"] };

/** Credits the conversions of submissions with a parameter to a campaign, unless they already have a campaign. */
async function credit(runner: QueryRunner, account: string, { parameter, campaign }: Credit): Promise<void> {
  const [first, second] = parametersOf(runner);
  await runner.query(
    `UPDATE conversions SET campaign_id = ${campaign}, origin = ${first}
      WHERE account_id = ${account} AND kind = 'submission' AND campaign_id IS NULL AND id IN
        (SELECT id FROM submissions WHERE account_id = ${account} AND scct_parameter = ${second})`,
    [originKey(campaign, null, null), parameter],
  );
}

/** Returns the placeholders of the first and the second parameter of a statement. */
const parametersOf = ({ dataSource }: QueryRunner): readonly [string, string] => [
  dataSource.driver.createParameter("first", 0),
  dataSource.driver.createParameter("second", 1),
];
