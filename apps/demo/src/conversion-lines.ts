import { campaignCount } from "./call-line.js";
import { type DemoLine, locationId, providerId } from "./catalog-lines.js";
import type { Random } from "./random.js";
import type { Visit } from "./visit.js";

/** Generates the bundle line of an appointment request from the practice's website. */
export function submissionLine(random: Random, id: number, visit: Visit, sentAt: string): DemoLine {
  return {
    kind: "submission",
    id,
    submission_date: sentAt,
    scct_parameter: `demo-${random.whole(1, campaignCount)}`,
    phone_number: visit.phone,
    conversion_type: random.chance(0.7) ? "Online" : "App",
    patient_name: `${visit.first} ${visit.last}`,
    ...(random.chance(0.6) && { email: visit.email }),
    ...(random.chance(0.03) && { is_test: true }),
  };
}

/**
 * Generates the bundle line of an appointment that follows a call or submission.
 * Some appointments have no time of day.
 */
export function appointmentLine(random: Random, id: number, visit: Visit, touchedAt: string): DemoLine {
  const { town, person, first, last, patientId, phone, email } = visit;
  const booked = Date.parse(touchedAt) + random.whole(1, 90) * 60_000;
  const time = new Date(booked + random.whole(1, 21 * 24 * 4) * 15 * 60_000).toISOString();
  return {
    kind: "appointment",
    id,
    appointment_at: random.chance(0.1) ? time.slice(0, 10) : time,
    ...(random.chance(0.6) && { booked_at: new Date(booked).toISOString() }),
    patient_id: patientId,
    patient_name: `${first} ${last}`,
    phone,
    ...(random.chance(0.6) && { email }),
    location_id: locationId(town),
    ...(person !== undefined && { provider_id: providerId(person) }),
    ...(random.chance(0.4) && { revenue: `${random.whole(80, 1_900)}.00` }),
  };
}
