import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { SearchedFolder } from "../support/searched-folder";
import { listed, ui } from "../support/ui";
import { PROVIDER_SCRIPT, Workspace } from "../support/workspace";

const ROOT = join(__dirname, "..", "..");

describe("the example programs", () => {
  let emulator: Emulator;
  let folder: string;
  emulatorForEachTest((each) => {
    emulator = each;
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-example-"));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const synthesize = (example: string) => {
    const tsx = require.resolve("tsx/cli");
    execFileSync(process.execPath, [tsx, join(ROOT, "examples", example, "main.ts")], {
      cwd: join(ROOT, "examples", example),
      env: {
        ...process.env,
        CDKTF_OUTDIR: folder,
        CHECKPOINT_DISABLE: "1",
        TSX_TSCONFIG_PATH: join(ROOT, "tsconfig.json"),
      },
    });
    return join(folder, "stacks", example);
  };

  /** The objects that each example creates on the server, by kind. */
  const LEFT = {
    "golden-signals": {
      dashboards: ["HTTP: cart", "HTTP: checkout", "HTTP: invoices"],
      alerts: [
        ...["cart fails", "cart has few requests", "cart is slow"],
        ...["checkout fails", "checkout has few requests", "checkout is slow"],
        ...["invoices fails", "invoices is slow"],
      ],
    },
    "services-yaml": {
      dashboards: ["cart", "checkout", "invoices"].flatMap((name) => [`HTTP: ${name}`, `SLO: ${name}`]),
      alerts: [
        "cart has few requests",
        ...["cart", "checkout", "invoices"].flatMap((name) => [
          ...[`${name} fails`, `${name} is slow`],
          ...[`${name}: fast burn`, `${name}: medium burn`, `${name}: slow burn`],
        ]),
      ],
    },
    "slo-burn-rate": {
      dashboards: ["SLO: Checkout logs few errors", "SLO: Checkout responds", "SLO: Checkout responds within 800 ms"],
      alerts: ["Checkout responds within 800 ms", "Checkout responds", "Checkout logs few errors"].flatMap((title) => [
        ...[`${title}: fast burn`, `${title}: medium burn`, `${title}: slow burn`],
      ]),
    },
    "team-dashboards": {
      dashboards: ["Team Payments", "Team Platform", "Team Storefront", "Teams"],
      alerts: ["Payments: many errors", "Platform: many errors", "Storefront: many errors"],
    },
    "raw-sql": {
      dashboards: ["ClickHouse"],
      alerts: ["Queries fail", "Replicas lag behind"],
    },
  };

  test.each(Object.entries(LEFT))(
    "are applied without edits, and the next plan is empty, in both deployments: %s",
    async (example, left) => {
      const folder = synthesize(example);
      for (const environmentOf of [environmentFor, managedEnvironmentFor]) {
        const stack = new SearchedFolder(folder, environmentOf(emulator.endpoints));
        await stack.must("init");
        await stack.must("apply", "-auto-approve");
        const namesOf = async (kind: string) => (await listed(emulator, kind)).map(({ name }) => String(name)).sort();
        expect(await namesOf("dashboards")).toEqual([...left.dashboards].sort());
        expect(await namesOf("alerts")).toEqual([...left.alerts].sort());
        await stack.must("plan", "-detailed-exitcode");
        await stack.must("destroy", "-auto-approve");
        expect(await namesOf("dashboards")).toEqual([]);
        stack.search();
      }
    },
  );

  test("are all listed in this test", () => {
    const folders = readdirSync(join(ROOT, "examples")).filter((name) =>
      existsSync(join(ROOT, "examples", name, "main.ts")),
    );
    // The rotation of a key takes time, so a separate test runs this example.
    expect(folders.sort()).toEqual([...Object.keys(LEFT), "quickstart", "key-rotation"].sort());
  });

  /** Returns all objects on the server, without generated ids and times. */
  const world = async () => {
    const [dashboards, alerts, keys] = [
      await listed(emulator, "dashboards"),
      await listed(emulator, "alerts"),
      await ui(emulator, "GET", "/keys"),
    ];
    const text = JSON.stringify({ dashboards, alerts, keys }, (name, value) =>
      /^(id|tileId|dashboardId|createdAt|updatedAt|usedAt|keySuffix)$/.test(name) ? undefined : value,
    );
    return JSON.parse(text) as unknown;
  };

  test("have the same result in plain HCL as in TypeScript", async () => {
    const stack = new SearchedFolder(synthesize("quickstart"), environmentFor(emulator.endpoints));
    await stack.must("init");
    await stack.must("apply", "-auto-approve");
    const fromTypeScript = await world();
    await stack.must("destroy", "-auto-approve");
    const emptied = await world();
    stack.remove();

    const workspace = new Workspace(environmentFor(emulator.endpoints), PROVIDER_SCRIPT);
    workspace.write(readFileSync(join(ROOT, "examples", "hcl", "main.tf"), "utf8"), "example.tf");
    await workspace.init();
    await workspace.apply();
    expect(await world()).toEqual(fromTypeScript);
    expect(await workspace.plannedDifferences()).toEqual([]);
    expect(emptied).not.toEqual(fromTypeScript);
    workspace.remove();
  });
});
