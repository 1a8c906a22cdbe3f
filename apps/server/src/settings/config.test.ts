import { describe, expect, it } from "@jest/globals";
import { readConfig, unknownVariables } from "./config.js";
import type { Environment } from "./setting.js";

describe("readConfig", () => {
  it("uses an embedded database and listens on localhost only by default", () => {
    expect(readConfig({})).toEqual({
      allowSuperuser: false,
      databaseUrl: "sqlite:./data/repute.db",
      databasePool: 8,
      host: "127.0.0.1",
      port: 8080,
      accessTokenSeconds: 300,
      jwkUrlAllow: [],
      webhookAllow: [],
      requestsPerMinute: 1_200,
      tokenRequestsPerMinute: 120,
      embedRequestsPerMinute: 600,
      invitationRequestsPerMinute: 60,
      trustProxy: false,
      strictParameters: false,
      maxConnections: 2_000,
      maxSubmissions: 1_000,
      timeZone: "UTC",
      logLevel: "info",
      lists: 32,
      bodyBytes: 22_020_096,
      uploadBytes: 1_073_741_824,
      minBytesPerSecond: 8_192,
      listSeconds: 3_600,
      drainSeconds: 30,
      drainDelaySeconds: 0,
      tombstoneDays: 90,
      servesMetrics: false,
      accountMetrics: false,
    });
  });

  it("reads every variable", () => {
    const env = {
      DATABASE_URL: "postgres://repute:secret@db.example.com:5433/repute?sslmode=require",
      MIGRATION_DATABASE_URL: "postgresql://repute_owner@db.example.com/repute",
      ALLOW_SUPERUSER: "on",
      DATABASE_POOL: "20",
      HOST: "0.0.0.0",
      PORT: "0",
      BASE_URL: "https://repute.example.com/api",
      TOKEN_KEYS: "2:c2Vjb25k,1:Zmlyc3Q=",
      ACCESS_TOKEN_SECONDS: "3600",
      JWK_URL_ALLOW: "https://keys.internal:8443, http://127.0.0.1:4000",
      WEBHOOK_ALLOW: "http://10.0.0.7:8000",
      RATE_LIMIT_PER_MINUTE: "0",
      TOKEN_RATE_LIMIT_PER_MINUTE: "10",
      EMBED_RATE_LIMIT_PER_MINUTE: "20",
      INVITATION_RATE_LIMIT_PER_MINUTE: "30",
      SMTP_URL: "smtps://us:p%40w@mail.example.com",
      MAIL_FROM: "Acme Dental <no-reply@acme.example>",
      TRUST_PROXY: "loopback, 10.0.0.0/8,fd00::/8",
      STRICT_PARAMETERS: "on",
      BULK_SUBMISSIONS: "10000",
      OAS_EXCLUDED_CODES: "16020-16030, g0104",
      TIME_ZONE: "America/Denver",
      LOG_LEVEL: "silent",
      MAX_CONNECTIONS: "10000",
      MAX_LISTS: "20",
      MAX_LISTS_PER_ACCOUNT: "5",
      BODY_BYTES: "67108864",
      UPLOAD_BYTES: "10737418240",
      UPLOAD_DIR: "/var/lib/repute/uploads",
      LIST_BYTES_PER_SECOND: "100000",
      LIST_SECONDS: "600",
      DRAIN_SECONDS: "0",
      DRAIN_DELAY_SECONDS: "10",
      METRICS: "on",
      METRICS_ADDRESS: "[::1]:9464",
      ACCOUNT_METRICS: "on",
    };
    expect(readConfig(env)).toEqual({
      databaseUrl: "postgres://repute:secret@db.example.com:5433/repute?sslmode=require",
      migrationUrl: "postgresql://repute_owner@db.example.com/repute",
      databasePool: 20,
      allowSuperuser: true,
      host: "0.0.0.0",
      port: 0,
      baseUrl: "https://repute.example.com/api",
      tokenKeys: "2:c2Vjb25k,1:Zmlyc3Q=",
      accessTokenSeconds: 3_600,
      jwkUrlAllow: ["https://keys.internal:8443", "http://127.0.0.1:4000"],
      webhookAllow: ["http://10.0.0.7:8000"],
      requestsPerMinute: 0,
      tokenRequestsPerMinute: 10,
      embedRequestsPerMinute: 20,
      invitationRequestsPerMinute: 30,
      smtp: {
        server: { host: "mail.example.com", port: 465, tls: "implicit", auth: { user: "us", pass: "p@w" } },
        from: { name: "Acme Dental", address: "no-reply@acme.example" },
      },
      trustProxy: "loopback,10.0.0.0/8,fd00::/8",
      strictParameters: true,
      maxConnections: 10_000,
      maxSubmissions: 10_000,
      oasExcludedCodes: ["16020-16030", "G0104"],
      timeZone: "America/Denver",
      logLevel: "silent",
      lists: 20,
      listsPerAccount: 5,
      bodyBytes: 67_108_864,
      uploadBytes: 10_737_418_240,
      uploadFolder: "/var/lib/repute/uploads",
      minBytesPerSecond: 100_000,
      listSeconds: 600,
      drainSeconds: 0,
      drainDelaySeconds: 10,
      tombstoneDays: 90,
      servesMetrics: true,
      accountMetrics: true,
      metricsAddress: { host: "::1", port: 9464 },
    });
  });

  it("treats an empty variable as unset, and trims values", () => {
    expect(readConfig({ PORT: "", HOST: "  ", BASE_URL: "" })).toEqual(readConfig({}));
    expect(readConfig({ PORT: " 9000 " }).port).toBe(9000);
  });

  it.each<[string, string]>([
    ["DATABASE_URL", "mysql://localhost/repute"],
    ["DATABASE_URL", "postgres://localhost"],
    ["DATABASE_URL", "postgres://localhost/"],
    ["DATABASE_URL", "postgres:repute"],
    ["MIGRATION_DATABASE_URL", "sqlite:./data/repute.db"],
    ["DATABASE_POOL", "1"],
    ["DATABASE_POOL", "1001"],
    ["DATABASE_URL", "sqlite:"],
    ["DATABASE_URL", "sqlite://localhost/repute.db"],
    ["DATABASE_URL", "sqlite::memory:"],
    ["DATABASE_URL", "sqlite:./data/"],
    ["DATABASE_URL", "./data/repute.db"],
    ["METRICS", "true"],
    ["STRICT_PARAMETERS", "true"],
    ["HOST", "local host"],
    ["HOST", "http://127.0.0.1"],
    ["PORT", "80a"],
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "8e3"],
    ["BASE_URL", "repute.example.com"],
    ["BASE_URL", "ftp://repute.example.com"],
    ["BASE_URL", "https://repute.example.com/"],
    ["BASE_URL", "https://repute.example.com/?a=b"],
    ["BASE_URL", "https://user@repute.example.com"],
    ["BASE_URL", "https://repute.example.com:port"],
    ["ACCESS_TOKEN_SECONDS", "0"],
    ["ACCESS_TOKEN_SECONDS", "3601"],
    ["RATE_LIMIT_PER_MINUTE", "-1"],
    ["RATE_LIMIT_PER_MINUTE", "many"],
    ["TOKEN_RATE_LIMIT_PER_MINUTE", "1e3"],
    ["TRUST_PROXY", "0"],
    ["TRUST_PROXY", "everybody"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "10.0.0.0/8/8"],
    ["TRUST_PROXY", "loopback,"],
    ["BULK_SUBMISSIONS", "0"],
    ["BULK_SUBMISSIONS", "10001"],
    ["TIME_ZONE", "Denver"],
    ["TIME_ZONE", "-07:00"],
    ["LOG_LEVEL", "loud"],
    ["LOG_LEVEL", "INFO"],
    ["MAX_CONNECTIONS", "9"],
    ["MAX_LISTS", "0"],
    ["MAX_LISTS", "1001"],
    ["MAX_LISTS", "many"],
    ["MAX_LISTS_PER_ACCOUNT", "0"],
    ["LIST_BYTES_PER_SECOND", "0"],
    ["LIST_SECONDS", "86401"],
    ["DRAIN_SECONDS", "-1"],
    ["DRAIN_DELAY_SECONDS", "-1"],
    ["DRAIN_DELAY_SECONDS", "601"],
    ["METRICS_ADDRESS", "9464"],
    ["METRICS_ADDRESS", ":9464"],
    ["METRICS_ADDRESS", "127.0.0.1"],
    ["METRICS_ADDRESS", "127.0.0.1:65536"],
    ["METRICS_ADDRESS", "::1:9464"],
    ["METRICS_ADDRESS", "http://127.0.0.1:9464"],
    ["INVITATION_RATE_LIMIT_PER_MINUTE", "-1"],
    ["SMTP_URL", "mail.example.com"],
    ["SMTP_URL", "smtp://user@mail.example.com"],
    ["SMTP_URL", "smtps://mail.example.com?tls=off"],
    ["MAIL_FROM", "Acme Dental"],
  ])("rejects %s=%s in one line that names the variable", (variable, value) => {
    const message = messageOf({ [variable]: value });
    expect(message).toMatch(new RegExp(`^${variable} must be .+$`));
  });

  it.each<[string, boolean | number | string]>([
    ["1", 1],
    ["true", true],
    ["false", false],
    ["10.0.0.7", "10.0.0.7"],
    ["::1/128", "::1/128"],
  ])("reads TRUST_PROXY=%s as Express does", (text, value) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(value);
  });

  it.each([
    ["127.0.0.1:9464", { host: "127.0.0.1", port: 9464 }],
    ["0.0.0.0:0", { host: "0.0.0.0", port: 0 }],
    ["monitoring.internal:80", { host: "monitoring.internal", port: 80 }],
  ])("accepts METRICS_ADDRESS=%s", (text, address) => {
    expect(readConfig({ METRICS_ADDRESS: text }).metricsAddress).toEqual(address);
  });

  it("requires MAIL_FROM with SMTP_URL", () => {
    expect(messageOf({ SMTP_URL: "smtps://us:secret@mail.example.com" })).toMatch(
      /^MAIL_FROM is required with SMTP_URL and must be an email address/,
    );
    expect(readConfig({ MAIL_FROM: "a@b.example" })).toEqual(readConfig({}));
  });

  it("never repeats a value, which may contain a password", () => {
    expect(messageOf({ SMTP_URL: "smtps://us:secret@" })).not.toContain("secret");
    expect(messageOf({ DATABASE_URL: "postgress://user:secret@host/db" })).not.toContain("secret");
  });
});

function messageOf(env: Environment): string {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the configuration was accepted");
}

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
