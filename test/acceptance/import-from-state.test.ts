import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runEngine } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { type Client, createClient } from "../../src/resources/client";
import { installClickHouseProvider } from "../support/clickhouse-provider/install";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ImportedFolder } from "../support/imported-folder";
import { longTest } from "../support/long-test";
import { VENDOR_SECRETS, type VendorState, vendorState } from "../support/vendor-state";

interface PlannedResource {
  readonly address: string;
  readonly previous_address?: string;
  readonly change: { readonly actions: readonly string[]; readonly before: object; readonly after: object };
}

describe("a state of the vendor's provider", () => {
  const emulator = emulatorForTests();
  let client: Client;
  let vendor: VendorState;
  let environment: Record<string, string>;

  beforeAll(async () => {
    const { openSource, managed } = emulator.endpoints;
    const cloud = { ...managed, product: "clickstack", requestsPerWindow: 10_000 };
    client = createClient({ userAgent: "tests", environment: {}, openSource, managed: cloud });
    await client.dashboards.create({ name: "Of another user", tiles: [] });
    vendor = await vendorState(client);
    const addresses = {
      TF_VAR_vendor_s_slack_url: VENDOR_SECRETS.url,
      TF_VAR_pager_url: "https://pager.example.com/hook",
    };
    environment = { ...environmentFor(emulator.endpoints), ...addresses };
  });

  afterAll(async () => {
    await client.close();
  });

  /** Imports the resources of the state. */
  async function imported(folder: ImportedFolder, ...words: readonly string[]) {
    return importedFrom(vendor.text, folder, ...words);
  }

  async function importedFrom(text: string, folder: ImportedFolder, ...words: readonly string[]) {
    const file = join(folder.project, "vendor.tfstate");
    writeFileSync(file, text);
    const result = await folder.import("--deployment", "open_source", "--from-state", file, "--json", ...words);
    if (result.exitCode !== 0) {
      throw new Error(result.stdout + result.stderr);
    }
    return JSON.parse(result.stdout);
  }

  /** Plans the code with the vendor's state, and applies the plan. */
  async function adoptedPlan(directory: string): Promise<readonly PlannedResource[]> {
    const run = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await runEngine(findEngine(), args, {
        workingDirectory: directory,
        environment,
      });
      if (exitCode !== 0) {
        throw new Error(`${args.join(" ")}: ${stdout}${stderr}`);
      }
      return stdout;
    };
    installClickHouseProvider(directory);
    writeFileSync(join(directory, "terraform.tfstate"), vendor.text);
    await run("init");
    await run("plan", "-out=moves.tfplan");
    const { resource_changes: changes } = JSON.parse(await run("show", "-json", "moves.tfplan"));
    await run("apply", "moves.tfplan");
    await run("plan", "-detailed-exitcode");
    return (changes as readonly PlannedResource[]).filter(({ address }) => address.startsWith("clickstack_"));
  }

  test("is converted to HCL with moved blocks, which move every object and destroy nothing", async () => {
    const folder = new ImportedFolder(environment);
    try {
      const { objects, verification } = await imported(folder, "--format", "hcl");
      expect(verification).toMatchObject({ status: "verified", missing: [] });
      expect(objects).toHaveLength(Object.keys(vendor.ids).length);
      expect(folder.read("moves.tf")).toContain("from = clickhouse_clickstack_dashboard.checkout\n");
      expect(folder.read("README.md")).toContain("After the apply with that state delete `moves.tf`.");

      const planned = await adoptedPlan(folder.path);
      const from = planned.map(({ previous_address: each }) => each).sort();
      expect(from).toEqual(Object.keys(vendor.ids).sort());
      const changed = planned.filter(({ change }) => change.actions.join() !== "no-op");
      expect(changed.map(({ address, change }) => `${address}: ${change.actions.join()}`)).toEqual([
        "clickstack_api_key.vendor: update",
      ]);
      // The key is adopted, and its secret stays in the state.
      const state = readFileSync(join(folder.path, "terraform.tfstate"), "utf8");
      expect(state).toContain(VENDOR_SECRETS.keySecret);
      expect(state).not.toContain(VENDOR_SECRETS.password);
    } finally {
      folder.removeUnsearched();
    }
  });

  longTest(
    "is converted to a TypeScript program with moved blocks, and a note lists the resources that stay with the vendor's provider",
    async () => {
      const folder = new ImportedFolder(environment);
      try {
        const state = JSON.parse(vendor.text);
        const [board] = state.resources;
        const gone = { ...board, name: "gone", instances: [{ attributes: { id: "0".repeat(24) } }] };
        const links = { ...board, type: "clickhouse_clickstack_source_links" };
        const more = [...state.resources, { ...board, name: "twice" }, gone, links];
        const text = JSON.stringify({ ...state, resources: more });
        const { notes } = await importedFrom(text, folder, "--no-verify");
        expect(notes.slice(1)).toEqual([
          expect.stringMatching(
            /^clickhouse_clickstack_dashboard\.gone refers to the object 0+, which does not exist on the server\. Fix: .+$/,
          ),
          expect.stringMatching(
            /^clickhouse_clickstack_dashboard\.twice refers to the same object \(\w+\) as .+ destroys the object\. Fix: Remove it .+$/,
          ),
          expect.stringMatching(
            /^The vendor's provider keeps managing these resources: clickhouse_clickstack_source_links\.checkout\. Fix: .+$/,
          ),
        ]);
        const stack = await folder.synthesize();
        const { moved } = JSON.parse(readFileSync(join(stack, "cdk.tf.json"), "utf8"));
        const from = (moved as readonly { from: string }[]).map((each) => each.from);
        expect(from.sort()).toEqual(Object.keys(vendor.ids).sort());
      } finally {
        folder.removeUnsearched();
      }
    },
  );

  test("is refused if it contains no such resources, and other files are refused too", async () => {
    const folder = new ImportedFolder(environment, false);
    try {
      const empty = join(folder.project, "empty.tfstate");
      writeFileSync(empty, JSON.stringify({ version: 4, resources: [] }));
      const other = join(folder.project, "other.json");
      writeFileSync(other, '{"password":"secret"}');
      const missing = join(folder.project, "missing.tfstate");
      const refusal = async (file: string) => (await folder.import("--from-state", file)).stderr;
      expect(await refusal(empty)).toContain("has no resource of the provider ClickHouse/clickhouse");
      expect(await refusal(other)).toMatch(/is not a valid state of Terraform/);
      expect(await refusal(other)).not.toContain("secret");
      expect(await refusal(missing)).toContain("missing.tfstate");
    } finally {
      folder.removeUnsearched();
    }
  });
});
