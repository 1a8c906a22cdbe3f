import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps, type ServerOptions } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

const open: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

/** Starts a local server that runs until `closeServers`. Returns its port. */
async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  open.push({ server, sockets });
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts an HTTP server and returns its origin. */
export const httpServer = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createHttp(answer))}`;

/** Starts an HTTPS server and returns its port. */
export const httpsServer = (options: ServerOptions, answer: RequestListener): Promise<number> =>
  listen(createHttps(options, answer));

/** Starts a server that sends fixed bytes to every client, even if the bytes are not valid HTTP. */
export async function rawServer(answer: string, andClose = true): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => (andClose ? socket.end(answer) : socket.write(answer)));
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Opens a port that no code should connect to, and counts the connections. */
export async function canary(): Promise<{ readonly port: number; connections(): number }> {
  let count = 0;
  const port = await listen(
    createServer((socket) => {
      count += 1;
      socket.destroy();
    }),
  );
  return { port, connections: () => count };
}

/** Closes all servers and their connections. */
export async function closeServers(): Promise<void> {
  for (const { server, sockets } of open.splice(0)) {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  }
}
