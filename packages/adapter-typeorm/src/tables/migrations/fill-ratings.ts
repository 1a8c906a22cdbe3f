import type { QueryRunner } from "typeorm";
import type { Answer, Question, SurveyResponse } from "@repute/domain";
import { starRating } from "@repute/domain";
import { dialectOf } from "./dialect-of.js";

const columns = "account_id, list, id, kind, at, platform_id, location_id, provider_id, rating, is_shown";
const page = 1_000;

/** Code points of the characters that JavaScript's `trim` removes. */
const spaces =
  "9,10,11,12,13,32,160,5760,8192,8193,8194,8195,8196,8197,8198,8199,8200,8201,8202,8232,8233,8239,8287,12288,65279";

/**
 * Adds the ratings of existing feed entries. Sets the account before each query, because row-level security shows only
 * the rows of one account.
 */
export async function fillRatings(runner: QueryRunner): Promise<void> {
  const accounts = (await runner.query("SELECT id FROM accounts")) as readonly { readonly id: number | string }[];
  const isPostgres = runner.dataSource.options.type === "postgres";
  for (const { id } of accounts) {
    const account = Number(id);
    if (isPostgres) await runner.query(`SELECT set_config('app.account_id', '${account}', true)`);
    await fillReviews(runner, account);
    await fillResponses(runner, account);
    await runner.query(`INSERT INTO rating_counts (account_id, platform_id, list, location_id, provider_id, rating, total)
      SELECT account_id, platform_id, list, location_id, provider_id, rating, count(*) FROM feed_ratings
      WHERE account_id = ${account} GROUP BY account_id, platform_id, list, location_id, provider_id, rating`);
  }
}

async function fillReviews(runner: QueryRunner, account: number): Promise<void> {
  const isPostgres = runner.dataSource.options.type === "postgres";
  const character = isPostgres ? "chr" : "char";
  const space = spaces
    .split(",")
    .map((code) => `${character}(${code})`)
    .join(" || ");
  const isShown = `coalesce(trim(comment, ${space}), '') <> ''`;
  for (const [table, list, shown] of [
    ["reviews", "reviews", isShown],
    ["nps_surveys", "surveys", isPostgres ? "false" : "0"],
  ]) {
    await runner.query(`INSERT INTO feed_ratings (${columns})
      SELECT account_id, '${list}', id, 0, created_at, platform_id, coalesce(location_id, 0), coalesce(provider_id, 0), rating,
        ${shown} FROM ${table} WHERE account_id = ${account} AND rating IS NOT NULL`);
  }
}

type ResponseRow = Readonly<Record<"id" | "survey_id" | "at" | "location_id" | "provider_id", number | string>> & {
  readonly answers: string;
};

/** Adds the ratings of survey responses, which depend on the questions of the survey. */
async function fillResponses(runner: QueryRunner, account: number): Promise<void> {
  const surveys = (await runner.query(`SELECT id, questions FROM surveys WHERE account_id = ${account}`)) as readonly {
    readonly id: number | string;
    readonly questions: string;
  }[];
  const questions = new Map(surveys.map((survey) => [Number(survey.id), JSON.parse(survey.questions) as Question[]]));
  for (let after = 0; ;) {
    const rows = (await runner.query(`SELECT id, survey_id, submitted_at AS at, coalesce(location_id, 0) AS location_id,
        coalesce(provider_id, 0) AS provider_id, answers FROM survey_responses
      WHERE account_id = ${account} AND id > ${after} ORDER BY id LIMIT ${page}`)) as readonly ResponseRow[];
    await insert(runner, account, rows, questions);
    after = Number(rows.at(-1)?.id);
    if (rows.length < page) return;
  }
}

async function insert(
  runner: QueryRunner,
  account: number,
  rows: readonly ResponseRow[],
  questions: ReadonlyMap<number, readonly Question[]>,
): Promise<void> {
  const dialect = dialectOf(runner.dataSource);
  const rated = rows.flatMap((row) => {
    const answers = JSON.parse(row.answers) as Readonly<Record<string, Answer>>;
    const rating = starRating(questions.get(Number(row.survey_id)) ?? [], { answers } as SurveyResponse);
    const numbers = [row.id, row.at, row.survey_id, row.location_id, row.provider_id].map(Number);
    return rating === null ? [] : [[...numbers, rating]];
  });
  const member = (index: number) => dialect.member(index, index === 5 ? "real" : "integer");
  const never = dialect.types.flag === "BOOLEAN" ? "false" : "0";
  // Inserting the JSON into the SQL text is safe, because it contains only numbers.
  await runner.query(`INSERT INTO feed_ratings (${columns})
    SELECT ${account}, 'responses/' || (${member(2)}), ${member(0)}, 0, ${[1, 2, 3, 4, 5].map(member).join(", ")}, ${never}
    FROM ${dialect.elements(`'${JSON.stringify(rated)}'`)}`);
}
