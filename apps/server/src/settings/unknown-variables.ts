import { nearestOf } from "@repute/domain";
import type { Environment } from "./setting.js";
import { knownVariables } from "./settings.js";

/** Variable that the server does not read, and the known variable with the most similar name. */
export type UnknownVariable = { readonly variable: string; readonly closest: string };

/** Matches variables that Kubernetes and Docker set for linked services. */
const serviceLink = /_(SERVICE_(HOST|PORT)|PORT)(_|$)/;

/** Matches the value of `REPUTE_PORT`, which Kubernetes and Docker set to a URL for a service named `repute`. */
const serviceUrl = /^(tcp|udp|sctp):/;

/** Prefix that operators add to variable names by mistake. */
const prefix = "REPUTE_";

/** Minimum length of a prefix that identifies our settings. Other programs often use the same shorter prefixes. */
const shortestPrefix = 6;

/** Returns the variables that look like settings but are unknown, sorted by name. */
export const unknownVariables = (env: Environment): readonly UnknownVariable[] =>
  Object.keys(env)
    .filter((variable) => env[variable] !== undefined && !knownVariables.includes(variable))
    .filter((variable) => /^[A-Z][A-Z0-9_]*$/.test(variable) && !isServiceLink(variable, env[variable]))
    .flatMap((variable) => {
      const name = variable.startsWith(prefix) ? variable.slice(prefix.length) : variable;
      const closest = nearestOf(name, knownVariables) ?? byPrefix(name);
      return closest === undefined ? [] : [{ variable, closest }];
    })
    .sort((a, b) => (a.variable < b.variable ? -1 : 1));

function isServiceLink(variable: string, value = ""): boolean {
  return variable === `${prefix}PORT` ? serviceUrl.test(value) : serviceLink.test(variable);
}

/** Finds the known variable that has the longest common prefix of whole words. */
function byPrefix(variable: string): string | undefined {
  const words = variable.split("_");
  for (let length = words.length; length > 0; length -= 1) {
    const prefix = words.slice(0, length).join("_");
    if (prefix.length < shortestPrefix && prefix !== "SMTP") return undefined;
    const found = knownVariables.find((known) => known === prefix || known.startsWith(`${prefix}_`));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a warning about an unknown variable. */
export const unknownLine = ({ variable, closest }: UnknownVariable): string =>
  `Unknown environment variable ${variable}. Did you mean ${closest}?`;
