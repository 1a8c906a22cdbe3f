import { describe, expect, it } from "@jest/globals";
import { servedPractice } from "../../test/served-practice.js";

const served = servedPractice();
const { get, items, load } = served;

const fixed = {
  appointment_date: "2026-03-01",
  contact: "801-555-0142",
  groups: [30],
  location: "Main Street",
  location_id: 1,
  npi: "1234567893",
  overall: 4,
  patient_first: "Bo",
  patient_id: "MRN-5",
  patient_last: "Tran",
  patient_name: "Bo Tran",
  provider: "Dr. Ada Quill",
  state: null,
  survey_date: "3/2/2026 5:05:00 pm",
  user: "Bo Tran",
  user_id: "MRN-5",
};
const answers = { "Overall visit": "4", ["__proto__"]: "No", "state (2)": "=Thanks" };
const questions = [
  {
    question_id: "overall",
    question_text: "How was it?",
    val: "4",
    display_values: { 1: "1", 2: "2", 3: "3", 4: "4", 5: "5" },
    comment: "Kind",
  },
  { question_id: "proto", question_text: "Any trouble?", val: "No", display_values: { 1: "Yes", 2: "No" } },
  { question_id: "more", question_text: "Anything else?", val: "=Thanks", display_values: {} },
];

describe("the responses to a survey", () => {
  it.each([
    ["/v2", { ...fixed, ...answers, questions }],
    ["/v1", { ...fixed, ...answers }],
  ])("are listed newest first with the specified members under %s", async (version, expected) => {
    const { text } = await get(`${version}/survey-responses?survey_id=4`).expect(200);
    const [newest, older] = (JSON.parse(text) as { items: object[] }).items;
    expect(JSON.stringify(older)).toBe(JSON.stringify(expected));
    expect(newest).toMatchObject({ survey_date: "3/4/2026 8:00:00 am", "Overall visit": "", overall: null });
  });

  it.each(["/v1", "/v2"])("have windows without the 24-hour rule under %s", async (version) => {
    const days = async (query: string) =>
      (await items(`${version}/survey-responses?survey_id=4${query}`)).map(({ survey_date }) => survey_date);
    const [second, fourth] = ["3/2/2026 5:05:00 pm", "3/4/2026 8:00:00 am"];
    expect(await days("&start_date=2026-03-02")).toEqual([fourth, second]);
    expect(await days("&start_date=2026-03-02T17:05:01Z")).toEqual([fourth]);
    expect(await days("&end_date=2026-03-02")).toEqual([second]);
    expect(await days("&start_date=2026-03-03&end_date=2026-03-03")).toEqual([]);
    const { headers } = await get(`${version}/survey-responses?survey_id=4&start_date=2026-03-02`).expect(200);
    expect(headers["x-window-start"]).toBe("2026-03-02T00:00:00+00:00");
    expect(headers).not.toHaveProperty("x-window-end");
  });

  it("have one CSV column per question in the order of the survey", async () => {
    const columns = [...Object.keys(fixed), ...Object.keys(answers)].join(",");
    const read = async (path: string) =>
      (await get(path).set("Accept", "text/csv").expect(200)).text.split("\r\n") as [string, string, string];
    const [header, , row] = await read("/v2/survey-responses?survey_id=4");
    expect(header).toBe(`${columns},questions`);
    expect(row).toContain(",Bo Tran,MRN-5,4,No,'=Thanks,");
    const [headerV1, newestV1] = await read("/v1/survey-responses?survey_id=4");
    expect(headerV1).toBe(columns);
    expect(newestV1.split(",")).toHaveLength(columns.split(",").length);
  });

  it("have the same CSV columns if there are none", async () => {
    await load({ kind: "platform", id: 9, name: "New", is_survey: true });
    expect(await items("/v2/survey-responses?survey_id=9")).toEqual([]);
    const { text } = await get("/v1/survey-responses?survey_id=9").set("Accept", "text/csv").expect(200);
    expect(text).toBe(`${Object.keys(fixed).join(",")}\r\n`);
  });
});

describe("a request for survey responses", () => {
  it.each([
    ["", "invalid_parameter", "survey_id", "survey_id is required"],
    ["?survey_id=", "invalid_parameter", "survey_id", "survey_id is required"],
    ["?survey_id=four", "not_an_integer", "survey_id", "survey_id must be an integer"],
    ["?survey_id=4,5", "not_an_integer", "survey_id", "survey_id must be an integer"],
    ["?survey_id=77", "unknown_ids", "survey_id", "unknown survey_id for this account: 77"],
    ["?survey_id=3", "unknown_ids", "survey_id", "unknown survey_id for this account: 3"],
    ["?survey_id=4&survey_id=4", "parameter_given_twice", "survey_id", "survey_id must appear only once"],
  ])("is rejected with %j", async (query, code, parameter, message) => {
    for (const version of ["/v1", "/v2"]) {
      const { body } = await get(`${version}/survey-responses${query}`).expect(400);
      expect(body).toMatchObject({ code, message, errors: [{ parameter }] });
    }
  });

  it("supports filters only under v2", async () => {
    const filters = "location_id=77&provider_id=x&group_id=&custom_filters=%7B";
    expect(await items(`/v1/survey-responses?survey_id=4&${filters}`)).toHaveLength(2);
    expect(await items("/v2/survey-responses?survey_id=4&location_id=1")).toEqual([expect.objectContaining(fixed)]);
    for (const filter of ["location_id=77", "provider_id=x", "group_id=9", "custom_filters=%7B"]) {
      await get(`/v2/survey-responses?survey_id=4&${filter}`).expect(400);
    }
  });
});
