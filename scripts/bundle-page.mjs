import { bundleFormat } from "@repute/domain";

const opening = `# Account bundles

A bundle is a file of an account's data: one JSON object a line, in any order, UTF-8. \`repute load --account KEY FILE\`
checks all of it, then stores all of it as one unit of work, or nothing ([decision 5](decisions/0005-account-bundles.md)).
\`--dry-run\` only checks; \`-\` reads standard input; a file that gzip has packed is loaded as it is.

\`\`\`
{"kind":"location","id":1,"location_name":"Main Street","external_location_ids":["L-1"]}
{"kind":"platform","id":3,"name":"Google","is_survey":false}
{"kind":"review","id":501,"platform_id":3,"location_id":1,"rating":5,"comment":"Kind and quick","create_time":"2026-03-01T17:05:00Z"}
\`\`\`

- Every line has a \`kind\`; its other keys are in the tables below. Unknown kinds and unknown keys are faults.
- A record replaces the one with the same kind and id whole: a key that is absent, or \`null\`, becomes unknown. Only
  \`account\` merges: an absent key stays as it was. The same file twice changes nothing.
- A \`call\` that is loaded again updates where it came from, and stays the conversion that it is
  ([decision 12](decisions/0012-calls-and-conversions.md)).
- A \`submission\` without an id is given one; of those that are one (same number, \`scct_parameter\`, type and second) the
  one with the least id is kept. One with a stored id corrects that record whole, and its conversion follows. Empty optional
  texts count as absent. Appointments find the calls and submissions that led to them, whatever the order of
  lines ([decision 17](decisions/0017-attribution.md)).
- A line with \`"deleted": true\` takes its record out, with everything that follows from it
  ([decision 85](decisions/0085-deletion-and-erasure.md)). It needs the keys that are named below; others that its kind has may
  stand there and are not looked at. What is not there is no fault. A record that is given and deleted in one file is one; so
  is a part of the catalog that something still mentions.
- An id that a line names must exist in the account or in the same file.
- Two campaigns with one \`scct_parameter\` or tracking number are a fault; so is an NPI whose check digit is wrong.
- Channels that differ only in case or outer spaces are one.
- Faults are told by line, kind and key, the first 100 of them, with what was expected and what was found.

This page is made from what \`repute load\` reads, by \`npm run docs\`.
`;

/** The page that says what a bundle may hold. */
export const bundlePage = () => [opening, ...bundleFormat().map(section)].join("\n");

function section({ kind, keys, deletedBy }) {
  const rows = keys.map(
    ({ key, expected, required }) => `| \`${key}\` | ${cell(expected)} | ${required ? "yes" : ""} |`,
  );
  const deleted = deletedBy && deletedBy.map((key) => ` \`${key}\``).join(",");
  const ofDeletion = deletedBy ? `Deleted by ${deleted ? `its${deleted}` : "its kind alone"}.` : "Never deleted.";
  return [`## ${kind}`, "", ofDeletion, "", "| key | expected | required |", "|---|---|---|", ...rows, ""].join("\n");
}

const cell = (text) => text.replaceAll("|", "\\|");
