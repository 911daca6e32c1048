import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres } from "./find-postgres";

/** The user of the server if the tests run as root, because PostgreSQL refuses root. */
const UNPRIVILEGED = ["postgres", "nobody"];

/** A PostgreSQL server in a temporary folder. It can be reached only by a socket in this folder. */
export class Postgres implements AsyncDisposable {
  private constructor(
    private readonly folder: string,
    private readonly server: ChildProcess,
    private readonly ended: Promise<void>,
  ) {}

  /** Throws an error with the fix if PostgreSQL is not installed. */
  static async start(): Promise<Postgres> {
    const bin = findPostgres();
    if (!bin) {
      throw new Error(
        "This needs PostgreSQL's server: install Debian's package postgresql, or name the folder of postgres and initdb in POSTGRES_BIN.",
      );
    }
    const folder = mkdtempSync(join(tmpdir(), "postgres-"));
    const user = userOf();
    if (user) {
      chownSync(folder, user.uid, user.gid);
    }
    const data = join(folder, "data");
    const made = spawnSync(
      realpathSync(join(bin, "initdb")),
      ["--pgdata", data, "--username", "terraform", "--auth", "trust", "--no-sync", "--encoding", "UTF8"],
      { ...user, cwd: folder, encoding: "utf8" },
    );
    if (made.status !== 0) {
      throw new Error(`initdb failed: ${made.error ?? made.stderr}`);
    }
    const server = spawn(
      realpathSync(join(bin, "postgres")),
      ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "log_min_messages=log"],
      { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
    );
    const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
    await ready(server, ended);
    return new Postgres(folder, server, ended);
  }

  /** The value of the argument `conn_str` of the backend `pg`. */
  get connection(): string {
    return `postgres:///postgres?host=${this.folder}&user=terraform&sslmode=disable`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Ends every session immediately, and shuts the server down.
    this.server.kill("SIGINT");
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function userOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const found = UNPRIVILEGED.map((name) => lines.find((line) => line.startsWith(`${name}:`))).find(Boolean);
  const [, , uid, gid] = found?.split(":") ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error("There is no user that PostgreSQL could run as.");
  }
  return { uid: Number(uid), gid: Number(gid) };
}

async function ready(server: ChildProcess, ended: Promise<void>): Promise<void> {
  let said = "";
  const isReady = new Promise<void>((resolve) => {
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("ready to accept connections")) {
        resolve();
      }
    });
  });
  const failed = ended.then(() => {
    throw new Error(`PostgreSQL did not start:\n${said}`);
  });
  failed.catch(() => undefined);
  await Promise.race([isReady, failed]);
}
