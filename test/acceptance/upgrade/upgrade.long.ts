import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differences } from "../../../src/cli/engine/plan-json";
import type { Emulator } from "../../../src/emulator";
import { VERSION } from "../../../src/version";
import { BUILT_CLI } from "../../support/cli/run-cli";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { createKeyToAdopt, DEPLOYMENTS, STORED_SERVER } from "../../support/everything";
import { runProcess } from "../../support/run-process";
import { SearchedFolder } from "../../support/searched-folder";

/** The folder of the earlier version, which `npm run test:upgrade` built. */
const EARLIER = process.env.UPGRADE_FROM ?? "";

const EARLIER_CLI = join(EARLIER, "dist", "cli", "cdk-clickstack.js");

const PROVIDER = {
  terraform: { required_providers: { clickstack: { source: "cdk-clickstack/clickstack" } } },
  provider: { clickstack: { requests_per_window: 10_000 } },
};

type Attributes = Readonly<Record<string, unknown>>;

interface StateFile {
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: Attributes }[];
  }[];
}

class UpgradedFolder extends SearchedFolder {
  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
    this.wrote(file, text);
  }
}

describe.each(DEPLOYMENTS)("objects of the $name deployment that an earlier version applied", (deployment) => {
  const earlierVersion: string = JSON.parse(readFileSync(join(EARLIER, "package.json"), "utf8")).version;
  let emulator: Emulator;
  emulatorForEachTest((each) => {
    emulator = each;
  }, STORED_SERVER);

  const installWith = async (cli: string, folder: string) => {
    const { exitCode, stderr } = await runProcess(process.execPath, [cli, "install-provider"], { cwd: folder });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  };

  test("have an empty plan after the upgrade, keep every value in the state, and are destroyed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "upgrade-"));
    const engine = new UpgradedFolder(folder, deployment.environment(emulator.endpoints));
    const stateFile = join(folder, "terraform.tfstate");
    const state = () => readFileSync(stateFile, "utf8");
    const fixtures = join(__dirname, "..", "..", "fixtures", "versions", earlierVersion, deployment.name);
    try {
      engine.write("provider.tf.json", JSON.stringify(PROVIDER));
      engine.write("everything.tf.json", readFileSync(join(fixtures, "everything.tf.json"), "utf8"));
      await createKeyToAdopt(emulator);

      await installWith(EARLIER_CLI, folder);
      await engine.must("init", "-no-color");
      await engine.must("apply", "-auto-approve", "-no-color");
      await engine.must("apply", "-refresh-only", "-auto-approve", "-no-color");
      const before = state();

      if (earlierVersion === VERSION) {
        // Two builds of one version have different hashes. Users have one build of each version.
        rmSync(join(folder, ".terraform.lock.hcl"));
      }
      await installWith(BUILT_CLI, folder);
      await engine.must("init", "-upgrade", "-no-color");
      emulator.resetRequests();
      const { exitCode, stdout } = await engine.run("plan", "-detailed-exitcode", "-no-color");
      expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
      expect(state()).toBe(before);
      expect(await engine.must("apply", "-auto-approve", "-no-color")).toContain("0 added, 0 changed, 0 destroyed.");
      expect(lostValues(before, state())).toEqual([]);
      expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);

      await engine.must("destroy", "-auto-approve", "-no-color");
      expect((JSON.parse(state()) as StateFile).resources).toEqual([]);
    } finally {
      engine.remove();
    }
  });
});

/** Returns the values of a state that another state does not contain. A later version can add attributes. */
function lostValues(before: string, after: string): readonly string[] {
  const later = attributesIn(after);
  return Object.entries(attributesIn(before)).flatMap(([address, attributes]) => {
    const known = Object.keys(attributes).map((name) => [name, later[address]?.[name]]);
    return differences(attributes, Object.fromEntries(known)).map((path) => `${address}: ${path}`);
  });
}

function attributesIn(text: string): Readonly<Record<string, Attributes>> {
  const { resources } = JSON.parse(text) as StateFile;
  return Object.fromEntries(
    resources
      .filter(({ mode }) => mode === "managed")
      .flatMap(({ type, name, instances }) =>
        instances.map(({ attributes }, index) => [`${type}.${name}[${index}]`, attributes]),
      ),
  );
}
