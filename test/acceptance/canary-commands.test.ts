import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../src/emulator";
import { callCli } from "../cli/call-cli";
import { environmentFor } from "../support/environment";
import { CanaryWatch } from "../support/leaks/canary-watch";
import { secretsOfEmulator, secretsOfEnvironment } from "../support/leaks/secrets-of-environment";
import { listed } from "../support/ui";
import { Workspace } from "../support/workspace";

/** Nobody but the server and who sends them may know these. */
const CREDENTIALS = {
  accessKey: "canary-of-the-access-key-0815",
  keyId: "canaryOfTheKeyId0815",
  keySecret: "4b1dCanaryOfTheKeySecret081500000000000000",
};
const WRITE_ONLY = {
  key_id: "canary.own.key.id.0815",
  key_secret: "canary.own.key.secret.0815.canary.own",
  header: "Bearer canary of the webhook 0815",
  parameter: "canary&of=the parameter/0815",
};
/** The server and the state hold these in clear; Terraform hides them. */
const SENSITIVE = {
  dashboard: "canary-dashboard-0815",
  tile: "canary-tile-0815",
  query: "level:canary-query-0815",
  alert: "canary-alert-0815",
  threshold: "471108150815",
  address: "https://example.com/canary-address-0815",
};

const variable = (name: string, mark: string) => `variable "${name}" {\n  ${mark} = true\n}\n`;
const VARIABLES =
  Object.keys(WRITE_ONLY)
    .map((name) => variable(name, "ephemeral"))
    .join("") +
  Object.keys(SENSITIVE)
    .map((name) => variable(name, "sensitive"))
    .join("");

const stack = (version: number) => `${VARIABLES}
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_dashboard" "checkout" {
  name  = "\${var.dashboard} ${version}"
  tiles = {
    errors = { name = "\${var.tile} ${version}", x = 0, y = 0, w = 8, h = 6, config = {
      display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = var.query }]
    } }
  }
}
resource "clickstack_alert" "errors" {
  name           = "\${var.alert} ${version}"
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = var.threshold + ${version} - ${version}
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = clickstack_webhook.pager.id }]
}
resource "clickstack_webhook" "pager" {
  name                 = "Pager ${version}"
  service              = "generic"
  url                  = var.address
  headers              = { Authorization = var.header }
  headers_version      = "${version}"
  query_params         = { token = var.parameter }
  query_params_version = "${version}"
}
resource "clickstack_api_key" "own" {
  name                 = "own ${version}"
  ip_access_list       = [{ source = "0.0.0.0/0" }]
  key_id_wo            = var.key_id
  key_secret_wo        = var.key_secret
  key_material_version = 1
}
resource "clickstack_api_key" "in_state" {
  name            = "in state ${version}"
  ip_access_list  = [{ source = "0.0.0.0/0" }]
  secret_in_state = true
}
`;

/** Whom a command reads: what only Terraform hides, the server shows. */
type Reads = "plan" | "server";

const REPORTS = { plan: [".txt", ".json", ".md", ".html"], drift: [".txt", ".json", ".md", ".html", ".xml", ".sarif"] };

describe("the canaries", () => {
  let emulator: Emulator;
  let workspace: Workspace;
  let folder: string;
  let environment: Record<string, string>;
  let logged = 0;
  const watch = new CanaryWatch();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "canary-"));
    emulator = new Emulator({ limits: false, seed: CREDENTIALS });
    const variables = Object.entries({ ...WRITE_ONLY, ...SENSITIVE }).map(([name, value]) => [`TF_VAR_${name}`, value]);
    environment = { ...environmentFor(await emulator.start()), ...Object.fromEntries(variables) };
    workspace = new Workspace({ ...environment, TF_LOG: "TRACE" });
    workspace.know(...Object.values(CREDENTIALS), ...Object.values(WRITE_ONLY));
    workspace.write(stack(1));
    await workspace.init();
    await workspace.apply();
    workspace.write(stack(2));
    await workspace.must("plan", "-out=saved.tfplan");
  });

  afterAll(async () => {
    const { runs, texts, secrets, leaked } = watch.counts();
    process.stdout.write(`canary: ${runs} runs, ${texts} texts searched for ${secrets} secrets, leaked ${leaked}\n`);
    workspace.remove();
    rmSync(folder, { recursive: true });
    await emulator.stop();
  });

  /** Everything that nobody may read in what a command says. */
  async function secretsFor(reads: Reads) {
    const known = await secretsOfEmulator(environment);
    const texts = [
      ...secretsOfEnvironment(environment),
      ...Object.values(CREDENTIALS),
      ...Object.values(WRITE_ONLY),
      ...known.texts,
    ];
    return { texts: reads === "plan" ? [...texts, ...Object.values(SENSITIVE)] : texts, keyHashes: known.keyHashes };
  }

  interface Run {
    readonly words: readonly string[];
    readonly reads: Reads;
    /** What it writes beside standard output. */
    readonly files?: readonly string[];
  }

  let count = 0;
  const scratch = (ending = "") => {
    count += 1;
    return join(folder, `${count}${ending}`);
  };

  function reported(command: "plan" | "drift", ...words: string[]): Run {
    const files = REPORTS[command].map((ending) => scratch(ending));
    return {
      words: [command, workspace.folder, ...words, ...files.flatMap((file) => ["--output", file])],
      reads: "plan",
      files,
    };
  }

  const everyFormat = (reads: Reads, ...words: string[]): readonly Run[] =>
    ["text", "json", "html", "svg"].map((format) => ({ words: [...words, "--format", format], reads }));

  function imported(...words: string[]): Run {
    const into = scratch();
    return { words: ["import", into, "--no-verify", ...words], reads: "server", files: [into] };
  }

  /** One line each of a command that asks the server or reads a plan. */
  async function commandsThatAsk(): Promise<readonly Run[]> {
    const [alert] = await listed(emulator, "alerts");
    const key = await workspace.state("clickstack_api_key.own");
    return [
      reported("plan", "--json"),
      reported("drift", "--json"),
      { words: ["preview", workspace.folder, "--plan"], reads: "plan" },
      { words: ["preview", "--server", "--series", "--format", "html"], reads: "server" },
      { words: ["backtest", "--server", "--no-cache", "--last", "1d", "--json"], reads: "server" },
      { words: ["import", "--list"], reads: "server" },
      imported("--format", "hcl"),
      { words: ["doctor", workspace.folder, "--json"], reads: "server" },
      { words: ["check", "key", String(key.id), "--json"], reads: "server" },
      { words: ["check", "alert", String(alert?.id), "--no-reach", "--json"], reads: "server" },
    ];
  }

  /** Runs commands with Terraform's log on, and listens. Returns their exit codes. */
  async function run(
    runs: readonly Run[],
    changed: Readonly<Record<string, string>> = {},
  ): Promise<readonly (number | null)[]> {
    const secrets = { plan: await secretsFor("plan"), server: await secretsFor("server") };
    const codes: (number | null)[] = [];
    for (const { words, reads, files = [] } of runs) {
      const log = scratch(".log");
      const own = {
        CLICKSTACK_CHECK_KEY_ID: WRITE_ONLY.key_id,
        CLICKSTACK_CHECK_KEY_SECRET: WRITE_ONLY.key_secret,
        TF_LOG: "TRACE",
        TF_LOG_PATH: log,
      };
      const result = await callCli(words, { ...environment, ...own, ...changed });
      watch.hear(words.join(" "), result, secrets[reads]);
      for (const file of files) watch.readFile(file, secrets[reads]);
      watch.readFile(log, secrets.server);
      const lines = providersLines(log);
      logged += lines.length;
      watch.read(`the provider's lines in ${log}`, lines, secrets.plan);
      codes.push(result.exitCode);
    }
    return codes;
  }

  /** What the engine writes of its own is its own affair; a provider never writes a value. */
  function providersLines(log: string): string {
    try {
      return (
        readFileSync(log, "utf8")
          .match(/^.*provider\.terraform-provider-clickstack.*$/gm)
          ?.join("\n") ?? ""
      );
    } catch {
      return "";
    }
  }

  /** Every command in every format. What `decrypt` and `emulator` print is a secret because that is what they are for. */
  const COMMANDS: readonly (readonly [string, () => Promise<readonly Run[]>])[] = [
    // Each of them writes a file of every format beside.
    ["plan", async () => ["text", "json"].map((format) => reported("plan", "--format", format))],
    ["drift", async () => ["text", "sarif"].map((format) => reported("drift", "--format", format))],
    ["preview of a folder", async () => everyFormat("plan", "preview", workspace.folder)],
    ["preview of a saved plan", async () => everyFormat("plan", "preview", join(workspace.folder, "saved.tfplan"))],
    ["preview of a plan in JSON", async () => everyFormat("plan", "preview", await shown("saved.tfplan"))],
    ["preview of a state in JSON", async () => everyFormat("plan", "preview", await shown())],
    ["preview of the server", async () => everyFormat("server", "preview", "--server", "--series")],
    ["backtest of a plan", async () => everyFormat("plan", "backtest", await shown("saved.tfplan"), "--no-cache")],
    ["backtest of the server", async () => everyFormat("server", "backtest", "--server", "--no-cache", "--last", "1d")],
    [
      "import",
      async () => [
        { words: ["import", "--list"], reads: "server" },
        { words: ["import", "--list", "--json"], reads: "server" },
        ...["hcl", "typescript"].flatMap((format) => [
          imported("--format", format),
          imported("--format", format, "--type", "webhook", "--json"),
        ]),
      ],
    ],
    [
      "doctor, install-provider, completion, decrypt and what is no command",
      async () => [
        ...[[], ["--json"]].flatMap((json): Run[] => [
          { words: ["doctor", workspace.folder, ...json], reads: "server" },
          { words: ["install-provider", folder, ...json], reads: "server" },
        ]),
        { words: ["completion", "bash"], reads: "server" },
        { words: ["decrypt", "--identity", workspace.folder], reads: "server" },
        { words: ["no-such-command"], reads: "server" },
      ],
    ],
    ["check", async () => (await commandsThatAsk()).filter(({ words: [command] }) => command === "check")],
  ];

  /** A plan, or the state, in JSON. */
  async function shown(...plan: string[]): Promise<string> {
    const file = scratch(".json");
    writeFileSync(file, await workspace.must("show", "-json", ...plan));
    return file;
  }

  test.each(COMMANDS)("no secret shows in any format, report, file or log of %s", async (_, runs) => {
    const codes = await run(await runs());
    expect(codes.length).toBeGreaterThan(1);
    expect(watch.leaks()).toEqual([]);
  });

  test.each([
    ["401", refusal(401)],
    ["403", refusal(403)],
    ["500 with a page", (asked: string) => (asked.startsWith("/api/v2/") ? page(500) : refusal(403))],
  ])("no command shows a secret where the server returns %s, with all that it was sent", async (_, given) => {
    const echo = createHttpServer((request, response) => {
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
    const endpoint = `http://127.0.0.1:${await portOf(echo)}`;
    const codes = await run(await commandsThatAsk(), {
      CLICKSTACK_ENDPOINT: endpoint,
      CLICKHOUSE_CLOUD_ENDPOINT: endpoint,
    });
    echo.closeAllConnections();
    echo.close();
    expect(codes.filter((code) => code === 1).length).toBeGreaterThan(codes.length / 2);
    expect(watch.leaks()).toEqual([]);
  });

  test("no command shows a secret where the connection is cut twice", async () => {
    emulator.failNext({ cut: "after", times: 2 });
    await run(await commandsThatAsk());
    expect(watch.leaks()).toEqual([]);
  });

  test("no command shows a secret where nobody listens", async () => {
    const nowhere = `http://127.0.0.1:${await closedPort()}`;
    const runs = await commandsThatAsk();
    const codes = await run(runs, { CLICKSTACK_ENDPOINT: nowhere, CLICKHOUSE_CLOUD_ENDPOINT: nowhere });
    expect(codes).toEqual(runs.map(() => 1));
    expect(watch.leaks()).toEqual([]);
  });

  test("the count is able to count: what a command gives away is found in every form", async () => {
    const { texts } = await secretsFor("plan");
    const own = new CanaryWatch();
    for (const secret of texts) {
      own.read("plain", `x${secret}x`, { texts: [secret], keyHashes: [] });
      own.read("base64", Buffer.from(secret).toString("base64"), { texts: [secret], keyHashes: [] });
    }
    expect(own.counts().leaked).toBeGreaterThanOrEqual(2 * texts.length);
    expect(logged).toBeGreaterThan(10_000);
  });
});

/** How a server refuses and repeats what it was sent. */
interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly body: (sent: string) => string;
}

function refusal(status: number): Refusal {
  return { status, type: "application/json", body: (sent) => JSON.stringify({ message: sent, error: sent }) };
}

function page(status: number): Refusal {
  return { status, type: "text/html", body: (sent) => `<!doctype html><html><body><p>${sent}</p></body></html>` };
}

/** A port on which nobody listens: the one that this test had and gave back. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
