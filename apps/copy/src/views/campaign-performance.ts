import type { ViewDialect } from "./view-dialect.js";

/** Returns the query for the view `campaign_performance`: campaign summaries per calendar month and channel. */
export const campaignPerformance = ({ cents, money, quotient, percent, month }: ViewDialect): string => {
  const ratio = (count: string) =>
    `CASE WHEN ${count} = 0 THEN ${money("0")} ELSE ${quotient("cost_cents", count)} END`;
  return `WITH touches AS (
  SELECT ${month("c._local_date")} AS month, c.channel, c.conversion_id, c.new_patient, c._appointment_id,
    a.conversion_id AS closing_id, a._patient_key, ${cents("a.revenue_number")} AS revenue_cents
  FROM conversions c LEFT JOIN appointments a ON a.appointment_id = c._appointment_id
), outcomes AS (
  SELECT month, channel, count(*) AS conversions,
    count(CASE WHEN closing_id = conversion_id THEN 1 END) AS appointments,
    count(DISTINCT CASE WHEN closing_id <> conversion_id THEN _appointment_id END) AS assists,
    count(DISTINCT CASE WHEN closing_id = conversion_id AND new_patient THEN _patient_key END) AS new_patients,
    sum(CASE WHEN closing_id = conversion_id THEN coalesce(revenue_cents,
      CASE WHEN new_patient THEN (SELECT ${cents("value_new_patient_number")} FROM account)
        ELSE (SELECT ${cents("value_existing_patient_number")} FROM account) END, 0) ELSE 0 END) AS revenue_cents
  FROM touches GROUP BY month, channel
), costs AS (
  SELECT ${month("s.day")} AS month, k.channel, sum(${cents("s.amount_number")}) AS cost_cents
  FROM spends s JOIN campaign_catalog k ON k.id = s.campaign_id GROUP BY ${month("s.day")}, k.channel
), months AS (
  SELECT month, channel FROM outcomes UNION SELECT month, channel FROM costs
), totals AS (
  SELECT m.month, m.channel, coalesce(o.conversions, 0) AS conversions, coalesce(o.appointments, 0) AS appointments,
    coalesce(o.assists, 0) AS assists, coalesce(o.new_patients, 0) AS new_patients,
    coalesce(c.cost_cents, 0) AS cost_cents, coalesce(o.revenue_cents, 0) AS revenue_cents
  FROM months m
  LEFT JOIN outcomes o ON o.month = m.month AND o.channel = m.channel
  LEFT JOIN costs c ON c.month = m.month AND c.channel = m.channel
)
SELECT month, channel, conversions, appointments, assists, new_patients,
  ${money("cost_cents")} AS cost, ${money("revenue_cents")} AS estimated_revenue,
  ${ratio("conversions")} AS cost_per_conversion, ${ratio("appointments")} AS cost_per_appointment,
  ${ratio("assists")} AS cost_per_assist, ${ratio("new_patients")} AS cost_per_patient,
  CASE WHEN cost_cents = 0 THEN 0 ELSE ${percent("revenue_cents", "cost_cents")} END AS roas_percent
FROM totals`;
};
