import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { emulatorCommand } from "../../../src/cli/commands/emulator/command";
import { EmulatorProcess } from "../../../src/emulator";
import { VERSION } from "../../../src/version";

test("an emulator in a separate process responds while this process waits for another program, and shows its objects", async () => {
  await using emulator = await EmulatorProcess.start();
  const program = `fetch(process.env.CLICKSTACK_ENDPOINT + "/api/v2/dashboards", {
    method: "POST",
    headers: { authorization: "Bearer " + process.env.CLICKSTACK_API_KEY, "content-type": "application/json" },
    body: JSON.stringify({ name: "Made meanwhile", tiles: [], tags: [] }),
  }).then(({ status }) => console.log(status))`;
  const environment = { ...process.env, ...emulator.environment };
  expect(execFileSync(process.execPath, ["-e", program], { env: environment, encoding: "utf8" }).trim()).toBe("200");
  expect(await emulator.stored("dashboards")).toMatchObject([{ name: "Made meanwhile" }]);
  expect(await emulator.stored("alerts")).toEqual([]);
  expect(await emulator.stored("keys")).toHaveLength(1);
  await emulator.stop();
  await expect(fetch(emulator.endpoints.openSource.endpoint)).rejects.toThrow("fetch failed");
});

test("the container starts the emulator of this version with valid options", () => {
  const text = readFileSync(join(__dirname, "..", "..", "..", "examples", "emulator", "Dockerfile"), "utf8");
  expect(text).toContain(`cdk-clickstack@${VERSION} `);
  const [, json = ""] = /^ENTRYPOINT (.*)$/m.exec(text) ?? [];
  const [name, command, ...words] = JSON.parse(json);
  expect(name).toBe("node_modules/.bin/cdk-clickstack");
  expect(command).toBe("emulator");
  const parsed = emulatorCommand().exitOverride().parseOptions(words);
  expect(parsed).toEqual({ operands: [], unknown: [] });
});
