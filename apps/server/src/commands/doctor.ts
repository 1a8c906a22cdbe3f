import type { Command } from "commander";
import { examine } from "../doctor/doctor.js";
import { print, QuietEnd, table } from "../terminal/output.js";
import { exitCodes, type Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption } from "./command.js";

export function addDoctorCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "doctor",
    "Check settings, database, clock, disk, ports, files, proxy, mail server, jobs and backups, and end with exit code 1 if something is wrong",
    ["repute doctor", "repute doctor --json"],
  ).action(async ({ json }: JsonOption) => {
    const findings = await examine(terminal.env);
    const rows = findings.map(({ state, check, message }) => [state, check, message]);
    print(terminal, { json: { checks: findings }, text: table(["state", "check", "finding"], rows) }, json);
    if (findings.some(({ state }) => state === "wrong")) throw new QuietEnd(exitCodes.failure);
  });
}
