import type { DemoLine } from "./catalog-lines.js";
import { people } from "./people.js";

const roles = ["Administrator", "Office Staff", "Location Admin", "Group Admin"];

/** Returns the bundle lines of the people who use the application. Two people are pending and have no password yet. */
export const userLines = (): readonly DemoLine[] =>
  people.slice(0, 6).map(([name], index) => ({
    kind: "user",
    id: index + 1,
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@juniper-ridge.example`,
    role: roles[index % roles.length],
    oid: `staff-${index + 1}`,
    active: index < 4,
  }));
