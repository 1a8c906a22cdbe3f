/** Bundle lines of a small practice. */
export const practiceLines: readonly Readonly<Record<string, unknown>>[] = [
  { kind: "account", time_zone: "America/Denver" },
  {
    kind: "location",
    id: 1,
    location_name: "Main Street",
    external_location_ids: ["L-1"],
    formatted: "1 Main St, Provo, UT",
  },
  {
    kind: "provider",
    id: 10,
    name: "Dr. Ada Quill",
    npi: "1234567893",
    external_provider_ids: ["P-10"],
    location_ids: [1],
  },
  { kind: "platform", id: 3, name: "Google", is_survey: false, active: true },
  { kind: "group", id: 5, name: "All", provider_ids: [10], location_ids: [1] },
];

/** Creates a review on the platform of `practiceLines`. */
export const aReview = (id: number, createTime: string, more: Readonly<Record<string, unknown>> = {}) => ({
  kind: "review",
  id,
  platform_id: 3,
  location_id: 1,
  provider_id: 10,
  rating: 5,
  comment: "Kind and quick",
  reviewer: "Bo T.",
  create_time: createTime,
  ...more,
});

/** Long comment, so that only a few reviews fit into the buffers of a connection. */
export const longComment = "It took a while. ".repeat(300);

/** Returns a practice with a list of reviews that exceeds the system's buffers on both ends of a connection. */
export const longPractice = (reviews = 4_000): readonly object[] => [
  ...practiceLines,
  ...Array.from({ length: reviews }, (_, index) =>
    aReview(index + 1, "2026-03-01T17:05:00Z", { comment: longComment }),
  ),
];

/**
 * Returns the bundle lines of a practice in a numbered state.
 * A higher state has more reviews, and all review comments start with the state's number.
 */
export const practiceInState = (state: number, reviews: number, text = ""): readonly object[] => [
  ...practiceLines,
  ...Array.from({ length: reviews + state }, (_, index) =>
    aReview(index + 1, new Date((index + 1) * 60_000).toISOString(), { comment: `${state} ${text}` }),
  ),
];
