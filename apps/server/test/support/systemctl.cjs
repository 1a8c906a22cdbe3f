#!/usr/bin/env node
// Runs units as `systemctl` does, for tests on machines without a running systemd: with the user, the settings and the
// commands of the unit files in /etc/systemd/system. It does not apply their restrictions.
const { execFileSync, spawn, spawnSync } = require("node:child_process");
const { appendFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } = require("node:fs");
const { basename, extname, join } = require("node:path");

const folder = "/etc/systemd/system";
const state = "/run/stand-in";
const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
mkdirSync(state, { recursive: true });

const fullName = (name) => (extname(name) === "" || /@\d+$/.test(name) ? `${name}.service` : name);

/** Returns a function that reads all values of a key in a unit file, with its specifiers replaced. */
function unitOf(name) {
  const [, prefix, instance = ""] = /^([^@]+)(?:@(.*))?\.\w+$/.exec(name) ?? [];
  const file = join(folder, instance === "" ? name : `${prefix}@${extname(name)}`);
  if (!existsSync(file)) throw new Error(`Unit ${name} not found`);
  execFileSync("systemd-analyze", ["verify", join(folder, name)], { stdio: "inherit" });
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  return (key) =>
    lines
      .filter((line) => line.startsWith(`${key}=`))
      .map((line) =>
        line
          .slice(key.length + 1)
          .replaceAll("%i", instance)
          .replaceAll("%n", name),
      );
}

function environmentOf(unit) {
  const files = unit("EnvironmentFile").flatMap((file) => {
    const optional = file.startsWith("-");
    const found = optional ? file.slice(1) : file;
    return optional && !existsSync(found) ? [] : readFileSync(found, "utf8").split("\n");
  });
  const set = [...files, ...unit("Environment")].filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(
    set.map((line) => line.split(/=(.*)/s, 2)).map(([key, value]) => [key, value.replace(/^'(.*)'$/, "$1")]),
  );
}

function start(name) {
  const unit = unitOf(name);
  if (name.endsWith(".timer")) {
    if (unit("OnCalendar").length !== 1) throw new Error(`${name} has no time`);
    return void unitOf(name.replace(/timer$/, "service"));
  }
  const user = unit("DynamicUser")[0] === "yes" ? "nobody" : unit("User")[0];
  for (const one of unit("StateDirectory"))
    execFileSync("install", ["-d", "-o", user, "-m", unit("StateDirectoryMode")[0] ?? "755", join("/var/lib", one)]);
  const env = { PATH: path, ...environmentOf(unit) };
  const cwd = unit("WorkingDirectory")[0] ?? "/";
  const log = openSync(join(state, `${name}.log`), "a");
  const words = (line) => line.replace(/\$\{(\w+)\}/g, (_, key) => env[key] ?? "").split(" ");
  const lowered = [
    "--reuid",
    user,
    "--regid",
    execFileSync("id", ["-g", user], { encoding: "utf8" }).trim(),
    "--init-groups",
    "--no-new-privs",
    "--",
  ];
  process.umask(0o077);
  for (const line of unit("ExecStartPre"))
    execFileSync(...(([first, ...rest]) => [first, rest])(words(line.replace(/^\+/, ""))));
  const command = [...lowered, ...words(unit("ExecStart")[0])];
  const options = { cwd, env, stdio: ["ignore", log, log] };
  if (unit("Type")[0] !== "oneshot") {
    const child = spawn("setpriv", command, { ...options, detached: true });
    appendFileSync(join(state, `${name}.pid`), String(child.pid));
    return child.unref();
  }
  if (spawnSync("setpriv", command, options).status === 0) return;
  process.exitCode = 1;
  unit("OnFailure").forEach(start);
}

function stop(pattern) {
  const name = new RegExp(`^${fullName(pattern).replaceAll(".", "\\.").replaceAll("*", ".*")}(\\.service)?$`);
  for (const file of readdirSync(state).filter((one) => one.endsWith(".pid") && name.test(basename(one, ".pid")))) {
    const pid = Number(readFileSync(join(state, file), "utf8"));
    process.kill(pid, "SIGTERM");
    while (existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8")))
      spawnSync("sleep", ["0.1"]);
    rmSync(join(state, file));
  }
}

const [verb = "", ...rest] = process.argv.slice(2);
const names = rest.filter((word) => !word.startsWith("-"));
const now = rest.includes("--now");
if (verb === "start" || (verb === "enable" && now)) names.map(fullName).forEach(start);
else if (verb === "stop" || (verb === "disable" && now)) names.forEach(stop);
else if (verb === "restart") names.forEach((name) => (stop(name), start(fullName(name))));
else if (verb === "list-timers") names.forEach(unitOf);
else if (verb !== "daemon-reload") throw new Error(`systemctl ${verb} is not known here`);
