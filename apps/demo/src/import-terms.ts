/** Import connections of the demo practice. Imports through the first plan invites, and through the second do not. */
export const importConnections = [{ name: "ehr" }, { name: "ehr-watched", monitoring_only: true }] as const;

/** Phone numbers of people who opted out of messages. */
export const stoppedPhones = ["(801) 555-0199", "(385) 555-0198", "(435) 555-0197"] as const;
