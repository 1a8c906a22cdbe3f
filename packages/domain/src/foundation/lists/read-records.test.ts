import { beforeEach, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { bundleOf } from "../../testing/builders.js";
import type { AccountId } from "../kernel/ids.js";

let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  domain = createDomain(memoryPorts());
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  await domain.bundle.load(
    account,
    bundleOf([
      { kind: "group", id: 5, name: "North", provider_ids: [10], location_ids: [2, 1] },
      { kind: "listing", id: 20, location_id: 1, provider_id: 10, name: "Ada at Main", formatted: "1 Main St" },
      { kind: "location", id: 2, location_name: "Oak", external_location_ids: [] },
      {
        kind: "location",
        id: 1,
        location_name: "Main",
        external_location_ids: ["L-1", "M"],
        formatted: "1 Main St",
        state: "UT",
      },
      {
        kind: "provider",
        id: 10,
        name: "Dr. Ada",
        npi: "1234567893",
        external_provider_ids: ["P-10"],
        location_ids: [1],
      },
      { kind: "provider", id: 11, name: "Dr. Bo", external_provider_ids: [] },
      { kind: "platform", id: 4, name: "Visit survey", is_survey: true },
      { kind: "platform", id: 3, name: "Google", is_survey: false, active: false },
      { kind: "survey", id: 4, name: "How was your visit?", questions: [] },
      { kind: "platform", id: 7, name: "NPS", is_survey: true },
      {
        kind: "message",
        id: 8,
        name: "After visit",
        languages: { en: { key: "en", message: "Hi {{user_name}}" } },
        silenced: true,
      },
      { kind: "platform", id: 6, name: "Notes", is_survey: false, private: true },
    ]),
  );
});

it("lists locations by id without internal members", async () => {
  expect(await domain.catalog.locations(account)).toEqual([
    { id: 1, location_name: "Main", external_location_ids: ["L-1", "M"] },
    { id: 2, location_name: "Oak", external_location_ids: [] },
  ]);
});

it("lists null as the NPI of providers without an NPI", async () => {
  expect(await domain.catalog.providers(account)).toEqual([
    { id: 10, name: "Dr. Ada", npi: "1234567893", external_provider_ids: ["P-10"] },
    { id: 11, name: "Dr. Bo", npi: null, external_provider_ids: [] },
  ]);
});

it("lists platforms as active by default, and surveys without a state", async () => {
  expect(await domain.catalog.platforms(account)).toEqual([
    { id: 3, name: "Google", is_survey: false, active: false },
    { id: 4, name: "Visit survey", is_survey: true },
    { id: 6, name: "Notes", is_survey: false, active: true },
    { id: 7, name: "NPS", is_survey: true },
  ]);
});

it("lists messages with their languages", async () => {
  expect(await domain.catalog.messages(account)).toEqual([
    { id: 8, name: "After visit", languages: { en: { key: "en", message: "Hi {{user_name}}" } } },
  ]);
});

it("lists the platforms that are surveys, under the survey's name if it has questions", async () => {
  expect(await domain.surveys.list(account)).toEqual([
    { id: 4, name: "How was your visit?" },
    { id: 7, name: "NPS" },
  ]);
});

it("lists groups with providers, locations and their children, and both spellings of the address", async () => {
  expect(await domain.catalog.groups(account)).toEqual([
    {
      id: 5,
      name: "North",
      providers: [{ id: 10, name: "Dr. Ada", external_provider_ids: ["P-10"] }],
      locations: [
        {
          id: 1,
          name: "Main",
          formatted: "1 Main St",
          external_location_ids: ["L-1", "M"],
          children: [{ id: 20, name: "Ada at Main", formatted: "1 Main St", formated: "1 Main St", provider_id: 10 }],
        },
        { id: 2, name: "Oak", formatted: null, external_location_ids: [], children: [] },
      ],
    },
  ]);
});
