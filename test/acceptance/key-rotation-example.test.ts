import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { placeProvider } from "../../src/install/place-provider";
import { type AgeKeys, decrypted, newAgeKeys } from "../support/age";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { firstOf } from "../support/long-test";
import { SearchedFolder } from "../support/searched-folder";
import { statusWith } from "../support/status-with";

const EXAMPLE = join(__dirname, "..", "..", "examples", "key-rotation");
const DAY = 86_400_000;

/** The example's folder for the engine, by its language. */
const LANGUAGES = {
  HCL: (folder: string) => {
    placeProvider(folder);
    execFileSync("cp", [join(EXAMPLE, "main.tf"), folder]);
    return folder;
  },
  TypeScript: (folder: string) => {
    execFileSync(process.execPath, [require.resolve("tsx/cli"), join(EXAMPLE, "main.ts")], {
      cwd: join(__dirname, "..", ".."),
      env: { ...process.env, CDKTF_OUTDIR: folder, CHECKPOINT_DISABLE: "1" },
    });
    return join(folder, "stacks", "key-rotation");
  },
};

describe.each(firstOf(1, Object.entries(LANGUAGES)))("the rotation example in %s", (_, prepare) => {
  let now: number;
  let emulator: Emulator;
  let folder: string;
  let keys: AgeKeys;
  let stack: SearchedFolder;
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { now: () => new Date(now) },
  );

  beforeEach(async () => {
    now = Date.parse("2026-03-01T00:00:00Z");
    const environment = environmentFor(emulator.endpoints);
    folder = mkdtempSync(join(tmpdir(), "clickstack-rotation-"));
    keys = await newAgeKeys();
    stack = new SearchedFolder(prepare(folder), { ...environment, TF_VAR_recipient: keys.recipient });
    stack.know(keys.identity);
  });

  afterEach(() => {
    stack.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the content of the secret store, as a reader sees it. */
  const inStore = async () => {
    const text = await decrypted(readFileSync(join(stack.folder, "deploy-key.age"), "utf8"), keys);
    return JSON.parse(text) as { key_id: string; key_secret: string };
  };
  const status = ({ key_id, key_secret }: Awaited<ReturnType<typeof inStore>>) =>
    statusWith(emulator.endpoints, key_id, key_secret);

  test("stores each new key, and the old key works until the end of its overlap", async () => {
    await stack.must("init");
    await stack.must("apply", "-auto-approve");
    const first = await inStore();
    expect(await status(first)).toBe(200);
    await stack.must("plan", "-detailed-exitcode");

    now += 30 * DAY;
    await stack.must("apply", "-auto-approve");
    const second = await inStore();
    expect(second.key_id).not.toBe(first.key_id);
    expect(await status(first)).toBe(200);
    expect(await status(second)).toBe(200);
    await stack.must("plan", "-detailed-exitcode");

    now += 7 * DAY + 60_000;
    expect(await status(first)).toBe(401);
    expect(await status(second)).toBe(200);
  });
});
