import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";

/** The Python with the engine of ClickHouse that `npm run test:clickhouse` installs. */
const INSTALLED = join(__dirname, "..", "..", "..", "build", "clickhouse", "bin", "python3");

/** Users of the engine: one with write permission, and two that can only read. */
export const USERS = {
  writer: { password: "writer's secret", readonly: 0 },
  reader: { password: "reader's secret", readonly: 2 },
  strict: { password: "strict secret", readonly: 1 },
} as const;

/** A request that the engine received. */
interface EngineRequest {
  readonly query: string;
  readonly id?: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
}

/** The engine of ClickHouse behind its HTTP interface, with a database in a folder. */
export class ClickHouseEngine implements AsyncDisposable {
  readonly #client;

  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {
    // The client does not print errors, because they are also thrown.
    const log = { level: ClickHouseLogLevel.OFF };
    this.#client = createClient({ url, username: "writer", password: USERS.writer.password, log });
  }

  static async start(folder: string): Promise<ClickHouseEngine> {
    const python = process.env.CLICKHOUSE_PYTHON ?? INSTALLED;
    if (!existsSync(python)) {
      throw new Error(`There is no ${python}. Run npm run test:clickhouse, which installs it.`);
    }
    const server = spawn(python, [join(__dirname, "server.py"), folder, JSON.stringify(USERS)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [port] = await once(createInterface(server.stdout), "line");
    return new ClickHouseEngine(server, `http://127.0.0.1:${port}`);
  }

  /** Runs SQL statements that write. */
  async run(...statements: readonly string[]): Promise<void> {
    for (const query of statements) {
      await this.#client.command({ query });
    }
  }

  async insert(table: string, values: readonly object[]): Promise<void> {
    await this.#client.insert({ table, values: [...values], format: "JSONEachRow" });
  }

  async rows<T>(query: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<T[]> {
    const result = await this.#client.query({ query, format: "JSONEachRow", query_params: { ...parameters } });
    return result.json<T>();
  }

  async requests(): Promise<readonly EngineRequest[]> {
    return (await fetch(`${this.url}/requests`)).json() as Promise<readonly EngineRequest[]>;
  }

  /** Variables that configure the engine for a command. */
  environment(user: keyof typeof USERS): Readonly<Record<string, string>> {
    return { CLICKHOUSE_URL: this.url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: USERS[user].password };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
    this.process.kill();
    await once(this.process, "exit");
  }
}
