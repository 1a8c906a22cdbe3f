/** Members that the query parameter `keys` adds at the start of an item. */
export type ItemKeys = {
  /** Id of the row, unique in its list. */
  readonly _id?: string;
  /** Time of the last change to any part of the row, as an ISO 8601 timestamp in UTC. */
  readonly _changed_at?: string;
};
