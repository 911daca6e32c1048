import { type ChildProcess, spawn } from "node:child_process";
import { type Endpoints, environmentOf } from "../../src/emulator";
import type { LoggedRequest } from "../../src/emulator/request-log";

/**
 * An emulator in a separate process, so that its work and the bench's do not wait for each other. Disposing ends it.
 */
export class EmulatorProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly endpoints: Endpoints;

  private constructor(child: ChildProcess, ended: Promise<void>, endpoints: Endpoints) {
    this.#child = child;
    this.#ended = ended;
    this.endpoints = endpoints;
  }

  /** Starts `cdk-clickstack emulator` with these options. */
  static async start(commandLine: string, ...options: readonly string[]): Promise<EmulatorProcess> {
    const child = spawn(process.execPath, [commandLine, "emulator", "--port", "0", "--json", ...options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const line = await new Promise<string>((resolve, reject) => {
      let text = "";
      child.once("exit", (code) => reject(new Error(`The emulator exited with code ${code}.`)));
      child.stdout.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (text.includes("\n")) {
          resolve(text);
        }
      });
    });
    return new EmulatorProcess(child, ended, JSON.parse(line) as Endpoints);
  }

  get origin(): string {
    return this.endpoints.openSource.endpoint;
  }

  /** Environment of the provider, with dashboards and alerts in the open-source deployment. */
  get environment(): Record<string, string> {
    const { CLICKSTACK_SERVICE_ID: _, ...environment } = environmentOf(this.endpoints);
    return environment;
  }

  /** Returns the API requests since the start or the last call of `forgetRequests`. */
  async requests(): Promise<readonly LoggedRequest[]> {
    const { data } = (await this.ui("GET", "/requests")) as { data: readonly LoggedRequest[] };
    return data;
  }

  async forgetRequests(): Promise<void> {
    await this.ui("DELETE", "/requests");
  }

  /** Makes an edit of a UI user, without credentials and rate limit. Throws if the emulator refuses it. */
  async ui(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.origin}/ui${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    }
    return JSON.parse(text);
  }

  /** Sends this number of requests with the provider's own access key. */
  async useUpWindow(count: number): Promise<void> {
    const headers = { authorization: `Bearer ${this.endpoints.openSource.accessKey}` };
    const path = "/api/v2/webhooks";
    await Promise.all(
      Array.from({ length: count }, () =>
        fetch(`${this.origin}${path}`, { headers }).then((response) => response.arrayBuffer()),
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#ended;
  }
}
