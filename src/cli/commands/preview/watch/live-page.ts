import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { packageRoot } from "../../../../package-root";
import { html, type Markup, pageOf } from "../../../reports/formats/html-page";
import { CommandError } from "../../../terminal/exit";

/** Loopback address, so that only this machine can open the page. */
const HOST = "127.0.0.1";

/** Port of addresses without a port. Browsers leave it out of the host name. */
const DEFAULT_PORT = 80;
const SCRIPT_PATH = "/page.js";
const EVENTS_PATH = "/events";
const READ_AGAIN_PATH = "/read-again";

/** Page that open browsers draw again after each change of its content. */
export class LivePage {
  readonly #server: Server;
  readonly #browsers = new Set<ServerResponse>();
  /** Differs between two processes on one port, so that an open page notices a new process. */
  readonly #process = randomUUID();
  #version = 0;
  #page = "";
  /** Content security policy that permits only the script and the style of this page. */
  #policy = "";

  /**
   * Serves a page on this machine.
   * @param port 0 selects a free port
   * @param readAgain called when a user asks for new series
   */
  static async open(port: number, readAgain: () => void): Promise<LivePage> {
    const page = new LivePage(readAgain);
    try {
      await once(page.#server.listen(port, HOST), "listening");
      return page;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`;
      throw new CommandError(`Port ${port} ${reason}. Fix: Set another --port, or leave it out for a free one.`);
    }
  }

  private constructor(private readonly readAgain: () => void) {
    this.#server = createServer((request, response) => this.#respond(request, response));
    this.show("Preview", html``);
  }

  get address(): string {
    return `http://${HOST}:${this.#port}/`;
  }

  /** Replaces the content below the heading, also in open browsers. */
  show(title: string, body: Markup): void {
    this.#version += 1;
    const head = html`<script src="${SCRIPT_PATH}" defer></script>`;
    this.#page = pageOf(title, html`<h1>Preview</h1>\n${body}`, head);
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(this.#page) ?? [];
    const digest = createHash("sha256").update(style).digest("base64");
    this.#policy = `default-src 'none'; script-src 'self'; style-src 'sha256-${digest}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    for (const browser of this.#browsers) {
      this.#notify(browser);
    }
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const { host = "", origin } = request.headers;
    const names = [HOST, "localhost"];
    const hosts = [...names.map((name) => `${name}:${this.#port}`), ...(this.#port === DEFAULT_PORT ? names : [])];
    // The host name of another site may point to this machine (DNS rebinding).
    if (!hosts.includes(host)) {
      const text = `The preview is not served under this host name. Open ${this.address}\n`;
      send(response, 421, "text/plain", text);
      return;
    }
    // The page of another site may send a form.
    if ((origin !== undefined || request.method !== "GET") && origin !== `http://${host}`) {
      send(response, 403, "text/plain", "The preview refuses requests of other pages.\n");
      return;
    }
    const route = `${request.method} ${request.url}`;
    if (route === "GET /") {
      response.setHeader("Content-Security-Policy", this.#policy);
      send(response, 200, "text/html", this.#page);
    } else if (route === `GET ${SCRIPT_PATH}`) {
      sendScript(response);
    } else if (route === `GET ${EVENTS_PATH}`) {
      this.#subscribe(response);
    } else if (route === `POST ${READ_AGAIN_PATH}`) {
      this.readAgain();
      send(response, 202, "text/plain", "");
    } else {
      send(response, 404, "text/plain", "Not found\n");
    }
  }

  #subscribe(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream" });
    this.#browsers.add(response);
    response.on("close", () => this.#browsers.delete(response));
    this.#notify(response);
  }

  #notify(browser: ServerResponse): void {
    browser.write(`data: ${this.#process}-${this.#version}\n\n`);
  }
}

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": `${type}; charset=utf-8` });
  response.end(text);
}

/** Sends the script that `npm run build` made of `page/page.ts`. */
function sendScript(response: ServerResponse): void {
  const file = join(packageRoot(), "dist", "cli", "preview-page.js");
  if (!existsSync(file)) {
    send(response, 500, "text/plain", "The page is not built. Run: npm run build\n");
    return;
  }
  send(response, 200, "text/javascript", readFileSync(file, "utf8"));
}
