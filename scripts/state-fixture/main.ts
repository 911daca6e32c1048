/**
 * Writes test/fixtures/states/<version>: for each deployment a configuration with every resource type and kind, its
 * state, and the objects in the emulator. Later versions must plan it without changes. Run it after `npm run build` for
 * the version to release, and never for an older one.
 *
 *     npx tsx scripts/state-fixture/main.ts
 */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runEngine } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import type { Emulator } from "../../src/emulator";
import { placeExecutable } from "../../src/install/place-provider";
import { findProviderExecutable, thisPlatform } from "../../src/install/provider-executable";
import { createClient } from "../../src/resources/client";
import { VERSION } from "../../src/version";
import { newAgeKeys } from "../../test/support/age";
import { startEmulator } from "../../test/support/emulator/emulator-for-tests";
import { ADOPTED_KEY, DEPLOYMENTS, everything, type StoredDeployment } from "../../test/support/everything";

const FOLDER = join(__dirname, "..", "..", "test", "fixtures", "states", VERSION);

/** Creation time of all objects. With this time, no rotation becomes due in later years. */
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
}

async function writeState(deployment: StoredDeployment): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "state-fixture-"));
  const server = join(folder, "server.json");
  await using emulator = await startEmulator({ stateFile: server, seed: SEED, now: () => new Date(NOW) });
  try {
    await makeKeyToAdopt(emulator);
    const configuration = everything(deployment, (await newAgeKeys()).recipient);
    writeJson(join(folder, "provider.tf.json"), PROVIDER);
    writeJson(join(folder, "everything.tf.json"), configuration);
    placeExecutable(findProviderExecutable(thisPlatform()), folder, thisPlatform());
    const environment = deployment.environment(emulator.endpoints);
    for (const words of [["init"], ["apply", "-auto-approve"], ["plan", "-detailed-exitcode"]]) {
      await engine(folder, environment, words);
    }
    const out = join(FOLDER, deployment.name);
    mkdirSync(out, { recursive: true });
    for (const file of ["everything.tf.json", "terraform.tfstate", "server.json"]) {
      copyFileSync(join(folder, file), join(out, file));
    }
    writeJson(join(out, "made.json"), { at: NOW });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeKeyToAdopt(emulator: Emulator): Promise<void> {
  const managed = { ...emulator.endpoints.managed, product: "clickstack" };
  const client = createClient({ managed, userAgent: "state-fixture", environment: {} });
  await client.apiKeys.create({ name: ADOPTED_KEY, ipAccessList: [{ source: "203.0.113.0/24" }] });
  await client.close();
}

async function engine(folder: string, environment: Readonly<Record<string, string>>, words: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runEngine(findEngine(), [...words, "-no-color"], {
    workingDirectory: folder,
    environment,
  });
  if (exitCode !== 0) {
    throw new Error(`${words.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`);
  }
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o644 });
}

void main();
