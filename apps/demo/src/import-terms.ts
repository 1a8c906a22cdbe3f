/** Import connections of the demo practice. Only imports through the first connection send invites. */
export const importConnections = [{ name: "ehr" }, { name: "ehr-watched", monitoring_only: true }] as const;

/** Phone numbers of people who opted out of messages. */
export const stoppedPhones = ["(801) 555-0199", "(385) 555-0198", "(435) 555-0197"] as const;
