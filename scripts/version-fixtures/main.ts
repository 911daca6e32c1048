/**
 * Writes test/fixtures/versions/<version>: for each deployment a configuration with every resource type and kind, its
 * state, and the objects in the emulator; and the other files that this version writes and later versions read. Run it
 * after `npm run build` for the version to release, and never for an older one.
 *
 *     npx tsx scripts/version-fixtures/main.ts
 */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runEngine } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { placeExecutable } from "../../src/install/place-provider";
import { findProviderExecutable, thisPlatform } from "../../src/install/provider-executable";
import { VERSION } from "../../src/version";
import { newAgeKeys } from "../../test/support/age";
import { startEmulator } from "../../test/support/emulator/emulator-for-tests";
import {
  createKeyToAdopt,
  DEPLOYMENTS,
  everything,
  STORED_SERVER,
  type StoredDeployment,
} from "../../test/support/everything";
import { writeJson, writeOtherFiles } from "./written-files";

const FOLDER = join(__dirname, "..", "..", "test", "fixtures", "versions", VERSION);

/** Creation time of all objects. With this time, no rotation is required in later years. */
const NOW = "2026-11-22T12:00:00.000Z";

const SEED = {
  accessKey: "00000000-0000-4000-8000-000000000001",
  keyId: "fixtureKeyId00000001",
  keySecret: "fixture-secret-of-the-emulator-0000000001",
};

const PROVIDER = {
  terraform: { required_providers: { clickstack: { source: "cdk-clickstack/clickstack" } } },
  provider: { clickstack: { requests_per_window: 10_000 } },
};

async function main(): Promise<void> {
  for (const deployment of DEPLOYMENTS) {
    await writeState(deployment);
  }
  await writeOtherFiles(FOLDER);
}

async function writeState(deployment: StoredDeployment): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "state-fixture-"));
  const server = join(folder, "server.json");
  await using emulator = await startEmulator({
    ...STORED_SERVER,
    stateFile: server,
    seed: SEED,
    now: () => new Date(NOW),
  });
  try {
    await createKeyToAdopt(emulator);
    const configuration = everything(deployment, (await newAgeKeys()).recipient);
    writeJson(join(folder, "provider.tf.json"), PROVIDER);
    writeJson(join(folder, "everything.tf.json"), configuration);
    placeExecutable(findProviderExecutable(thisPlatform()), folder, thisPlatform());
    // The states contain no addresses of dashboards, because the emulator of a test has another port.
    const environment = { ...deployment.environment(emulator.endpoints), CLICKSTACK_UI_ENDPOINT: "" };
    // After the first apply, the state of a role does not contain the actors that its assignment adds.
    const refresh = ["apply", "-refresh-only", "-auto-approve"];
    for (const words of [["init"], ["apply", "-auto-approve"], refresh, ["plan", "-detailed-exitcode"]]) {
      await engine(folder, environment, words);
    }
    const out = join(FOLDER, deployment.name);
    mkdirSync(out, { recursive: true });
    for (const file of ["everything.tf.json", "terraform.tfstate", "server.json"]) {
      copyFileSync(join(folder, file), join(out, file));
    }
    writeJson(join(out, "made.json"), { at: NOW });
    copyFileSync(join(folder, ".terraform.lock.hcl"), join(FOLDER, "terraform.lock.hcl"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function engine(folder: string, environment: Readonly<Record<string, string>>, words: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runEngine(findEngine(), [...words, "-no-color"], {
    workingDirectory: folder,
    environment,
  });
  if (exitCode !== 0) {
    throw new Error(`${words.join(" ")} exited with code ${exitCode}:\n${stdout}${stderr}`);
  }
}

void main();
