import type { Agent } from "node:http";
import { request } from "node:http";
import type { Job } from "../children/job.js";
import type { Endpoint } from "./endpoint.js";
import { host } from "./endpoint.js";
import { overConnections } from "./over-connections.js";

export type PostOrder = Omit<Endpoint, "headers"> & {
  /** Each is posted once. */
  readonly forms: readonly string[];
  readonly connections: number;
};

/** Posts forms over a few connections; answers requests a second. */
export const postForms: Job<PostOrder, number> = ({ port, path, forms, connections }) =>
  overConnections(forms.length, connections, (index, agent) => post({ port, path }, forms[index] ?? "", agent));

function post({ port, path }: Omit<Endpoint, "headers">, form: string, agent: Agent): Promise<void> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(form) };
  return new Promise((resolve, reject) => {
    request({ host, port, path, method: "POST", headers, agent }, (response) => {
      response.resume().on("error", reject).on("end", resolve);
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
    })
      .on("error", reject)
      .end(form);
  });
}
