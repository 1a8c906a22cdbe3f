import { invalid } from "../../foundation/kernel/domain-error.js";

const parameterShape = /^[A-Za-z0-9_-]{1,128}$/;

const name = "scct";

/** Capturing groups: address, query with `?`, fragment with `#`. */
const addressShape = /^(https?:\/\/[^\s\\/?#][^\s\\?#]*)(\?[^\s\\#]*)?(#[^\s\\]*)?$/i;

/**
 * Sets the tracking parameter in the query of a URL, replacing an existing tracking parameter. Keeps the rest of the
 * URL unchanged, byte for byte: the order and encoding of other parameters, duplicates, and the fragment.
 */
export function withTrackingParameter(url: string, parameter: string): string {
  if (!parameterShape.test(parameter)) {
    throw invalid("invalid_scct_parameter", "the tracking parameter must be 1 to 128 letters, digits, - and _");
  }
  const [, address, query = "", fragment = ""] = URL.canParse(url) ? (addressShape.exec(url) ?? []) : [];
  if (address === undefined) throw invalid("invalid_url", "the link must be a complete http or https URL");
  return `${address}?${trackedQuery(query.slice(1), `${name}=${parameter}`)}${fragment}`;
}

function trackedQuery(query: string, tracking: string): string {
  const pairs = query.split("&");
  const first = pairs.findIndex(isTracking);
  if (first < 0) return query === "" || query.endsWith("&") ? query + tracking : `${query}&${tracking}`;
  return pairs.flatMap((pair, index) => (index === first ? tracking : isTracking(pair) ? [] : pair)).join("&");
}

/**
 * Returns true if a query pair is the tracking parameter. Decodes the name first, because `%73cct` is the same
 * parameter.
 */
function isTracking(pair: string): boolean {
  const [written = ""] = pair.split("=", 1);
  const plain = written.replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return plain === name;
}
