import { describe, expect, it } from "@jest/globals";
import { unknownVariables } from "./unknown-variables.js";

const closestTo = (variable: string, value = "x") => unknownVariables({ [variable]: value })[0]?.closest;

describe("unknown variables", () => {
  it.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["METRICS_ADRESS", "METRICS_ADDRESS"],
    ["SMTP_HOST", "SMTP_URL"],
    ["REPUTE_PORT", "PORT"],
    ["REPUTE_HOST", "HOST"],
    ["REPUTE_DATABASE_URL", "DATABASE_URL"],
    ["REPUTE_DATABASE_URL_FILE", "DATABASE_URL_FILE"],
    ["REPUTE_LOGLEVEL", "LOG_LEVEL"],
  ])("%s is reported with %s", (variable, closest) => {
    expect(closestTo(variable)).toBe(closest);
  });

  it.each([
    ["REPUTE_PORT", "tcp://10.0.0.1:80"],
    ["REPUTE_PORT_80_TCP_PORT", "80"],
    ["REPUTE_SERVICE_HOST", "10.0.0.1"],
    ["REPUTE_SERVICE_PORT", "80"],
    ["REPUTE_ETC", "/etc/repute"],
    ["REPUTE_ROOT", "/opt/repute"],
    ["APP_PORT", "3000"],
    ["PATH", "/bin"],
  ])("%s=%s is not reported", (variable, value) => {
    expect(closestTo(variable, value)).toBeUndefined();
  });
});
