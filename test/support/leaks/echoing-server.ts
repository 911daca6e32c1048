import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";

/** Refusals of a server that repeat the request. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly body: (sent: string) => string;
}

export function refusal(status: number): Refusal {
  return { status, type: "application/json", body: (sent) => JSON.stringify({ message: sent, error: sent }) };
}

export function page(status: number): Refusal {
  return { status, type: "text/html", body: (sent) => `<!doctype html><html><body><p>${sent}</p></body></html>` };
}

/** A server that refuses every request, and repeats it in the response. */
export function echoing(given: Refusal | ((asked: string) => Refusal)): HttpServer {
  return createHttpServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const chosen = typeof given === "function" ? given(request.url ?? "") : given;
      response.writeHead(chosen.status, { "content-type": chosen.type });
      response.end(chosen.body(`${JSON.stringify(request.headers)} ${body}`));
    });
  });
}

/** A port on which no process listens: this test opened and closed it. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
