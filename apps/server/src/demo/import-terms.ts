/** The connections of the practice's scheduling system: one that invites, one that is only watched. */
export const importConnections = [{ name: "ehr" }, { name: "ehr-watched", monitoring_only: true }] as const;

/** Numbers whose owners asked for no more messages. */
export const stoppedPhones = ["(801) 555-0199", "(385) 555-0198", "(435) 555-0197"] as const;
