import { practice } from "./practice.js";

const channels = ["Paid Search", "Paid Social", "Email"];
const hours = 3_600_000;
const start = Date.UTC(2026, 0, 1, 5);
const at = (hour: number) => new Date(start + hour * hours).toISOString().replace(".000", "");
const phone = (person: number) => `80155502${String(person).padStart(2, "0")}`;

/**
 * Practice with four months of conversions, appointments, spends, reviews and invites.
 * Many records are close to midnight, and some have no patient id, revenue or campaign.
 */
export const busyPractice: readonly object[] = [
  ...practice,
  { kind: "account", currency: "USD", value_new_patient: "250.35", value_existing_patient: "99.95" },
  ...channels.map((channel, index) => ({
    ...{ kind: "campaign", id: 60 + index, name: `${channel} 1`, channel, scct_parameter: `c-${index}` },
  })),
  ...Array.from({ length: 40 }, (_, index) => ({
    ...{ kind: "spend", id: index + 1, campaign_id: 60 + (index % 3), amount: `${index * 17}.${10 + index}` },
    ...{ start_date: at(index * 60).slice(0, 10), end_date: at(index * 60 + (index % 5) * 300).slice(0, 10) },
  })),
  ...Array.from({ length: 120 }, (_, index) => ({
    ...{ kind: "call", id: index + 1, called_at: at(index * 23), from_number: phone(index % 37), tracking_number: "y" },
    ...(index % 4 < 3 ? { campaign_id: 60 + (index % 4) } : { source: index % 8 < 4 ? "google / organic" : "unknown" }),
  })),
  ...Array.from({ length: 40 }, (_, index) => ({
    ...{ kind: "submission", id: index + 1, submission_date: at(index * 61 + 1), scct_parameter: `c-${index % 4}` },
    ...{ phone_number: phone(index % 29), conversion_type: "Online", patient_name: `Pat ${index % 29}` },
  })),
  ...Array.from({ length: 60 }, (_, index) => ({
    ...{ kind: "appointment", id: index + 1, phone: phone(index % 31), location_id: (index % 2) + 1 },
    ...{ appointment_at: index % 5 === 0 ? at(index * 47 + 90).slice(0, 10) : at(index * 47 + 90) },
    ...(index % 3 > 0 && { patient_id: `MRN-${index % 31}` }),
    ...(index % 4 > 0 && { revenue: `${index * 31}.${10 + index}` }),
  })),
  ...Array.from({ length: 30 }, (_, index) => ({
    ...{ kind: "review", id: index + 1, platform_id: index % 6 === 0 ? 4 : 3, create_time: at(index * 91) },
    ...(index % 7 > 0 && { location_id: (index % 2) + 1 }),
    ...(index % 5 > 0 && { rating: (index % 5) + (index % 2) / 2 }),
  })),
  ...Array.from({ length: 12 }, (_, index) => ({
    ...{ kind: "nps_survey", id: index + 1, platform_id: 4, location_id: (index % 2) + 1, nps_rating: index % 11 },
    create_time: at(index * 100),
  })),
  ...Array.from({ length: 25 }, (_, index) => ({
    ...{ kind: "invite", id: index + 1, type: "sms", sent_to: phone(index + 40), sent_at: at(index * 80) },
    ...{ location_id: (index % 2) + 1, proceeded_to_review: index % 3 === 0 },
    ...(index % 4 > 0 && { opened: at(index * 80 + 1) }),
  })),
  ...Array.from({ length: 10 }, (_, index) => ({
    ...{ kind: "survey_response", id: index + 1, survey_id: 4 + (index % 2), submitted_at: at(index * 99) },
    ...{ location_id: (index % 2) + 1, answers: { q: (index % 5) + 1 }, contact: phone(index) },
  })),
  ...["views_maps", "views_search", "actions_phone"].flatMap((metric_type, index) =>
    [202601, 202602].map((month) => ({ kind: "listing_metric", location_id: 1, month, metric_type, count: index + 3 })),
  ),
];
