import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callCli } from "../support/cli/call-cli";
import { runCli } from "../support/cli/run-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { CanaryWatch } from "../support/leaks/canary-watch";
import { secretsOfEmulator, secretsOfEnvironment } from "../support/leaks/secrets-of-environment";
import { listed } from "../support/ui";
import { Workspace } from "../support/workspace";

/** Secrets that only the server and the sender may know. */
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

interface Run {
  readonly words: readonly string[];
  readonly reads: Reads;
  /** Files that it writes in addition to standard output. */
  readonly files?: readonly string[];
}

const needsNoEngine = ({ words }: Run) => !["plan", "drift"].includes(words[0] ?? "") && !words.includes("--plan");

/** Responses of a server, with the commands that wait before they try again. */
const REFUSALS: readonly (readonly [string, Refusal | ((asked: string) => Refusal), (run: Run) => boolean])[] = [
  ["401", refusal(401), ({ words }) => words[1] === "key"],
  ["403", refusal(403), () => false],
  ["500 with a page", (asked) => (asked.startsWith("/api/v2/") ? page(500) : refusal(403)), needsNoEngine],
];

describe("the canaries", () => {
  const emulator = emulatorForTests({ seed: CREDENTIALS });
  let workspace: Workspace;
  let folder: string;
  let environment: Record<string, string>;
  let logged = 0;
  let ids: { readonly alert: string; readonly key: string };
  const servers: HttpServer[] = [];
  /** The exit codes of all commands against each server that fails. */
  const failing = new Map<string, () => Promise<readonly (number | null)[]>>();
  const watch = new CanaryWatch();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "canary-"));
    const variables = Object.entries({ ...WRITE_ONLY, ...SENSITIVE }).map(([name, value]) => [`TF_VAR_${name}`, value]);
    environment = { ...environmentFor(emulator.endpoints), ...Object.fromEntries(variables) };
    workspace = new Workspace({ ...environment, TF_LOG: "TRACE" });
    workspace.know(...Object.values(CREDENTIALS), ...Object.values(WRITE_ONLY));
    workspace.write(stack(1));
    await workspace.init();
    await workspace.apply();
    workspace.write(stack(2));
    await workspace.must("plan", "-out=saved.tfplan");
    const [alert] = await listed(emulator, "alerts");
    ids = { alert: String(alert?.id), key: String((await workspace.state("clickstack_api_key.own")).id) };
    const nowhere = `http://127.0.0.1:${await closedPort()}`;
    failing.set("no process listens", begun(nowhere, needsNoEngine));
    for (const [name, given, waits] of REFUSALS) {
      const server = echoing(given);
      servers.push(server);
      failing.set(name, begun(`http://127.0.0.1:${await portOf(server)}`, waits));
    }
  });

  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    const { runs, texts, secrets, leaked } = watch.counts();
    process.stdout.write(`canary: ${runs} runs, ${texts} texts searched for ${secrets} secrets, leaked ${leaked}\n`);
    workspace.remove();
    rmSync(folder, { recursive: true });
  });

  /** All secrets that no output of a command may contain. */
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
  function commandsThatAsk(): readonly Run[] {
    return [
      reported("plan", "--json"),
      reported("drift", "--json"),
      { words: ["preview", workspace.folder, "--plan"], reads: "plan" },
      { words: ["preview", "--server", "--series", "--format", "html"], reads: "server" },
      { words: ["backtest", "--server", "--no-cache", "--last", "1d", "--json"], reads: "server" },
      { words: ["report", "--stale", "--json"], reads: "server" },
      { words: ["import", "--list"], reads: "server" },
      imported("--format", "hcl"),
      { words: ["doctor", workspace.folder, "--json"], reads: "server" },
      { words: ["check", "key", ids.key, "--json"], reads: "server" },
      { words: ["check", "alert", ids.alert, "--no-reach", "--json"], reads: "server" },
    ];
  }

  /** Runs commands one after the other with Terraform's log on, and listens. Returns their exit codes. */
  async function run(
    runs: readonly Run[],
    changed: Readonly<Record<string, string>> = {},
    call: typeof callCli = callCli,
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
      const result = await call(words, { ...environment, ...own, ...changed });
      watch.hear(words.join(" "), result, secrets[reads]);
      for (const file of files) {
        watch.readFile(file, secrets[reads]);
      }
      watch.readFile(log, secrets.server);
      const lines = providersLines(log);
      logged += lines.length;
      watch.read(`the provider's lines in ${log}`, lines, secrets.plan);
      codes.push(result.exitCode);
    }
    return codes;
  }

  /**
   * Every command against an endpoint that fails. Those that wait before they try again begin here, in processes of
   * their own, while other tests run; the others run when the codes are asked for, because an engine locks the state.
   */
  function begun(endpoint: string, waits: (run: Run) => boolean): () => Promise<readonly (number | null)[]> {
    const changed = { CLICKSTACK_ENDPOINT: endpoint, CLICKHOUSE_CLOUD_ENDPOINT: endpoint };
    const runs = commandsThatAsk();
    const apart: typeof callCli = (words, own = {}) => runCli(words, { environment: own });
    const waiting = run(runs.filter(waits), changed, apart);
    waiting.catch(() => undefined);
    return async () => [
      ...(await run(
        runs.filter((each) => !waits(each)),
        changed,
      )),
      ...(await waiting),
    ];
  }

  /** The texts of the engine are not checked; a provider never writes a value. */
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

  /**
   * Every command in every format. The outputs of `decrypt` and `emulator` contain secrets on purpose.
   */
  const COMMANDS: readonly (readonly [string, () => Promise<readonly Run[]>])[] = [
    // Each of them also writes a file of every format.
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
      "plan with what was reviewed",
      async () => {
        const [comment, other] = [scratch(".md"), scratch(".md")];
        writeFileSync(other, "another plan");
        const keeping = ["plan", workspace.folder, "--out", scratch()];
        return [
          { words: ["plan", workspace.folder, "--output", comment], reads: "plan", files: [comment] },
          ...[comment, other].map((file): Run => ({ words: [...keeping, "--reviewed", file], reads: "plan" })),
        ];
      },
    ],
    [
      "import from the vendor's state",
      async () => {
        const [state, broken] = [scratch(".tfstate"), scratch(".tfstate")];
        writeFileSync(state, await vendorsState());
        writeFileSync(broken, (await vendorsState()).slice(0, -1));
        return [
          imported("--from-state", state, "--format", "hcl", "--json"),
          imported("--from-state", state, "--format", "typescript"),
          imported("--from-state", broken),
        ];
      },
    ],
    [
      "init",
      async () =>
        [["--ci", "github"], ["--json"]].map((words): Run => {
          const into = scratch();
          return { words: ["init", into, ...words], reads: "plan", files: [into] };
        }),
    ],
    [
      "doctor, install-provider, completion, decrypt and an unknown command",
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
    ["check", async () => commandsThatAsk().filter(({ words: [command] }) => command === "check")],
  ];

  /** A plan, or the state, in JSON. */
  async function shown(...plan: string[]): Promise<string> {
    const file = scratch(".json");
    writeFileSync(file, await workspace.must("show", "-json", ...plan));
    return file;
  }

  /** A state of the vendor's provider that holds the secrets of objects which exist. */
  async function vendorsState(): Promise<string> {
    const [webhook] = (await listed(emulator, "webhooks")).filter(({ url }) => url === SENSITIVE.address);
    const resource = (type: string, attributes: object) => ({
      ...{ mode: "managed", type, name: "this", provider: 'provider["registry.terraform.io/clickhouse/clickhouse"]' },
      instances: [{ schema_version: 0, attributes }],
    });
    return JSON.stringify({
      ...{ version: 4, terraform_version: "1.11.4", serial: 1, lineage: "canary", outputs: {} },
      resources: [
        resource("clickhouse_clickstack_webhook", { ...webhook, headers: { Authorization: WRITE_ONLY.header } }),
        resource("clickhouse_api_key", { id: ids.key, key_id: WRITE_ONLY.key_id, key_secret: WRITE_ONLY.key_secret }),
      ],
    });
  }

  test.each(COMMANDS)("no secret shows in any format, report, file or log of %s", async (_, runs) => {
    const codes = await run(await runs());
    expect(codes.length).toBeGreaterThan(1);
    expect(watch.leaks()).toEqual([]);
  });

  test.each(REFUSALS)(
    "no command shows a secret where the server returns %s and repeats the whole request",
    async (name) => {
      const codes = (await failing.get(name)?.()) ?? [];
      expect(codes.filter((code) => code === 1).length).toBeGreaterThan(codes.length / 2);
      expect(watch.leaks()).toEqual([]);
    },
  );

  test("no command shows a secret where the connection is cut twice", async () => {
    emulator.failNext({ cut: "after", times: 2 });
    await run(commandsThatAsk());
    expect(watch.leaks()).toEqual([]);
  });

  test("no command shows a secret where no process listens", async () => {
    const codes = (await failing.get("no process listens")?.()) ?? [];
    expect(codes.length).toBeGreaterThan(0);
    expect(codes).toEqual(codes.map(() => 1));
    expect(watch.leaks()).toEqual([]);
  });

  test("the search finds every form of a secret that a command prints", async () => {
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

/** Refusals of a server that repeat the request. */
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

/** A server that refuses every request, and repeats it in the response. */
function echoing(given: Refusal | ((asked: string) => Refusal)): HttpServer {
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
