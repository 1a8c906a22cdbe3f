/** Returns the query for the view `location_scorecard`: one row per location with its all-time figures. */
export const locationScorecard = (): string => `WITH reviewed AS (
  SELECT r.location_id, count(*) AS reviews, count(CASE WHEN NOT p.is_survey THEN r.rating END) AS public_ratings,
    avg(CASE WHEN NOT p.is_survey THEN r.rating END) AS average_rating
  FROM reviews r LEFT JOIN platforms p ON p.id = r._platform_id GROUP BY r.location_id
), asked AS (
  SELECT location_id, count(*) AS nps_surveys, avg(nps_rating) AS average_nps_rating FROM surveys GROUP BY location_id
), answered AS (
  SELECT location_id, count(*) AS survey_responses, avg(overall) AS average_overall
  FROM survey_responses GROUP BY location_id
), invited AS (
  SELECT _location_id AS location_id, count(*) AS invites, count(opened) AS opened_invites,
    count(CASE WHEN proceeded_to_review THEN 1 END) AS reviewed_invites
  FROM invites GROUP BY _location_id
), visited AS (
  SELECT location_id, count(*) AS appointments FROM appointments GROUP BY location_id
), converted AS (
  SELECT _location_id AS location_id, count(*) AS linked_conversions FROM conversions
  WHERE _location_id IS NOT NULL GROUP BY _location_id
), listed AS (
  SELECT location_id, sum(CASE WHEN metric_type IN ('views_maps', 'views_search') THEN "count" ELSE 0 END) AS listing_views,
    sum(CASE WHEN metric_type LIKE 'actions%' THEN "count" ELSE 0 END) AS listing_actions
  FROM insights_by_month GROUP BY location_id
)
SELECT l.id AS location_id, l.location_name, coalesce(r.reviews, 0) AS reviews,
  coalesce(r.public_ratings, 0) AS public_ratings, r.average_rating, coalesce(n.nps_surveys, 0) AS nps_surveys,
  n.average_nps_rating, coalesce(s.survey_responses, 0) AS survey_responses, s.average_overall,
  coalesce(i.invites, 0) AS invites, coalesce(i.opened_invites, 0) AS opened_invites,
  coalesce(i.reviewed_invites, 0) AS reviewed_invites, coalesce(a.appointments, 0) AS appointments,
  coalesce(c.linked_conversions, 0) AS linked_conversions,
  CAST(coalesce(m.listing_views, 0) AS BIGINT) AS listing_views,
  CAST(coalesce(m.listing_actions, 0) AS BIGINT) AS listing_actions
FROM locations l
LEFT JOIN reviewed r ON r.location_id = l.id
LEFT JOIN asked n ON n.location_id = l.id
LEFT JOIN answered s ON s.location_id = l.id
LEFT JOIN invited i ON i.location_id = l.id
LEFT JOIN visited a ON a.location_id = l.id
LEFT JOIN converted c ON c.location_id = l.id
LEFT JOIN listed m ON m.location_id = l.id`;
