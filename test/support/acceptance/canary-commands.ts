import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callCli } from "../cli/call-cli";
import { runCli } from "../cli/run-cli";
import { emulatorForTests } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { CanaryWatch } from "../leaks/canary-watch";
import { closedPort, echoing, page, portOf, type Refusal, refusal } from "../leaks/echoing-server";
import { secretsOfEmulator, secretsOfEnvironment } from "../leaks/secrets-of-environment";
import { CREDENTIALS, SENSITIVE, stackWithCanaries, WRITE_ONLY } from "../leaks/stack-with-canaries";
import { listed } from "../ui";
import { Workspace } from "../workspace";

/** The data that a command reads. Terraform hides sensitive values of a plan, and the server returns them. */
type Reads = "plan" | "server";

const REPORTS = { plan: [".txt", ".json", ".md", ".html"], drift: [".txt", ".json", ".md", ".html", ".xml", ".sarif"] };

interface Run {
  readonly words: readonly string[];
  readonly reads: Reads;
  /** Files that the command writes in addition to standard output. */
  readonly files?: readonly string[];
}

const needsNoEngine = ({ words }: Run) => !["plan", "drift"].includes(words[0] ?? "") && !words.includes("--plan");

const NOT_LISTENING = "no process listens";

/** Responses of a server, with the commands that wait before they send a request again. */
const REFUSALS: readonly (readonly [string, Refusal | ((asked: string) => Refusal), (run: Run) => boolean])[] = [
  ["401", refusal(401), ({ words }) => words[1] === "key"],
  ["403", refusal(403), () => false],
  ["500 with a page", (asked) => (asked.startsWith("/api/v2/") ? page(500) : refusal(403)), needsNoEngine],
];

/**
 * Defines the tests that search the outputs of all commands for secrets.
 * @param isComplete false: the tests skip servers that fail, and formats that repeat the text of another format
 */
export function testCanaryCommands(isComplete: boolean): void {
  const chosen = <T>(all: readonly T[]) => (isComplete ? all : all.slice(0, 1));
  const emulator = emulatorForTests({ seed: CREDENTIALS });
  let workspace: Workspace;
  let folder: string;
  let environment: Record<string, string>;
  let logged = 0;
  let ids: { readonly alert: string; readonly key: string };
  const servers: HttpServer[] = [];
  /** The exit codes of all commands for each server that fails. */
  const failing = new Map<string, () => Promise<readonly (number | null)[]>>();
  const watch = new CanaryWatch();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "canary-"));
    const variables = Object.entries({ ...WRITE_ONLY, ...SENSITIVE }).map(([name, value]) => [`TF_VAR_${name}`, value]);
    environment = { ...environmentFor(emulator.endpoints), ...Object.fromEntries(variables) };
    workspace = new Workspace({ ...environment, TF_LOG: "TRACE" });
    workspace.know(...Object.values(CREDENTIALS), ...Object.values(WRITE_ONLY));
    workspace.write(stackWithCanaries(1));
    await workspace.init();
    await workspace.apply();
    workspace.write(stackWithCanaries(2));
    await workspace.must("plan", "-out=saved.tfplan");
    const [alert] = await listed(emulator, "alerts");
    ids = { alert: String(alert?.id), key: String((await workspace.state("clickstack_api_key.own")).id) };
    if (isComplete) {
      await startFailing();
    }
  });

  /** Starts the commands that wait for a server that fails. */
  async function startFailing(): Promise<void> {
    failing.set(NOT_LISTENING, begun(`http://127.0.0.1:${await closedPort()}`, needsNoEngine));
    for (const [name, given, waits] of REFUSALS) {
      const server = echoing(given);
      servers.push(server);
      failing.set(name, begun(`http://127.0.0.1:${await portOf(server)}`, waits));
    }
  }

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
    ["html", "text", "json", "svg"].map((format) => ({ words: [...words, "--format", format], reads }));

  function imported(...words: string[]): Run {
    const into = scratch();
    return { words: ["import", into, "--no-verify", ...words], reads: "server", files: [into] };
  }

  /** One line for each command that sends requests to the server or reads a plan. */
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

  /**
   * Runs commands one after the other with Terraform's log turned on, and searches their outputs. Returns their exit
   * codes.
   */
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
   * Runs the commands with an endpoint that fails. Commands that wait before they send a request again start
   * here, in separate processes, while other tests run. The others start when a test reads the exit codes, because an
   * engine locks the state.
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

  /** The engine's texts are not searched, because a provider never writes a value. */
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

  /** Every command in every format. The outputs of `decrypt` and `emulator` are meant to contain secrets. */
  const COMMANDS: readonly (readonly [string, () => Promise<readonly Run[]>])[] = [
    // Each of these commands also writes a file in every format.
    ["plan", async () => chosen(["text", "json"]).map((format) => reported("plan", "--format", format))],
    ["drift", async () => chosen(["text", "sarif"]).map((format) => reported("drift", "--format", format))],
    ["preview of a folder", async () => chosen(everyFormat("plan", "preview", workspace.folder))],
    [
      "preview of a saved plan",
      async () => chosen(everyFormat("plan", "preview", join(workspace.folder, "saved.tfplan"))),
    ],
    ["preview of a plan in JSON", async () => everyFormat("plan", "preview", await shown("saved.tfplan"))],
    ["preview of a state in JSON", async () => everyFormat("plan", "preview", await shown())],
    ["preview of the server", async () => everyFormat("server", "preview", "--server", "--series")],
    ["backtest of a plan", async () => everyFormat("plan", "backtest", await shown("saved.tfplan"), "--no-cache")],
    ["backtest of the server", async () => everyFormat("server", "backtest", "--server", "--no-cache", "--last", "1d")],
    [
      "import",
      async () => [
        ...chosen([[], ["--json"]]).map((json): Run => ({ words: ["import", "--list", ...json], reads: "server" })),
        ...["hcl", "typescript"].flatMap((format) =>
          chosen([imported("--format", format), imported("--format", format, "--type", "webhook", "--json")]),
        ),
      ],
    ],
    [
      "plan --reviewed",
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
        ...chosen([[], ["--json"]]).flatMap((json): Run[] => [
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

  /** Writes a state of the vendor's provider with the secrets of existing objects. */
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
    expect(codes.length).toBeGreaterThan(0);
    expect(watch.leaks()).toEqual([]);
  });

  if (isComplete) {
    test.each(REFUSALS)(
      "no command shows a secret if the server returns %s and repeats the whole request",
      async (name) => {
        const codes = (await failing.get(name)?.()) ?? [];
        expect(codes.filter((code) => code === 1).length).toBeGreaterThan(codes.length / 2);
        expect(watch.leaks()).toEqual([]);
      },
    );

    test("no command shows a secret if the connection is cut twice", async () => {
      emulator.failNext({ cut: "after", times: 2 });
      // The proxy breaks only the requests of the first command.
      await run(commandsThatAsk());
      expect(watch.leaks()).toEqual([]);
    });

    test("no command shows a secret if no server listens at the address", async () => {
      const codes = (await failing.get(NOT_LISTENING)?.()) ?? [];
      expect(codes.length).toBeGreaterThan(0);
      expect(codes).toEqual(codes.map(() => 1));
      expect(watch.leaks()).toEqual([]);
    });
  }

  test("the search finds every form of a secret that a command prints", async () => {
    const { texts } = await secretsFor("plan");
    const own = new CanaryWatch();
    for (const secret of texts) {
      own.read("plain", `x${secret}x`, { texts: [secret], keyHashes: [] });
      own.read("base64", Buffer.from(secret).toString("base64"), { texts: [secret], keyHashes: [] });
    }
    expect(own.counts().leaked).toBeGreaterThanOrEqual(2 * texts.length);
    expect(logged).toBeGreaterThan(5_000);
  });
}
