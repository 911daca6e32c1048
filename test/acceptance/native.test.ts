import { join } from "node:path";
import { executableName, thisPlatform } from "../../src/install/provider-executable";
import { decrypted, newAgeKeys } from "../support/age";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { Workspace } from "../support/workspace";

const ROOT = join(__dirname, "..", "..");
const EXECUTABLE = join(ROOT, "dist", "provider", thisPlatform(), executableName(thisPlatform()));

describe("the native executable", () => {
  test("applies and plans with the same results as the script", async () => {
    await using emulator = await startEmulator();
    const keys = await newAgeKeys();
    const workspace = new Workspace(environmentFor(emulator.endpoints), EXECUTABLE);
    try {
      workspace.write(`
        data "clickstack_source" "logs" { name = "Logs" }
        resource "clickstack_dashboard" "d" {
          name  = "D"
          tiles = { t = { name = "T", x = 0, y = 0, w = 12, h = 6, config = {
            display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "quantile", level = 0.95, value_expression = "Duration" }]
          } } }
        }
        resource "clickstack_api_key" "k" {
          name            = "k"
          ip_access_list  = [{ source = "203.0.113.0/24" }]
          secret_in_state = true
        }
        resource "clickstack_api_key" "encrypted" {
          name           = "encrypted"
          ip_access_list = [{ source = "203.0.113.0/24" }]
          age_recipients = ["${keys.recipient}"]
        }`);
      await workspace.init();
      await workspace.apply();
      const { encrypted_secret } = await workspace.state("clickstack_api_key.encrypted");
      expect(JSON.parse(await decrypted(String(encrypted_secret), keys))).toMatchObject({
        key_secret: expect.stringMatching(/^4b1d/),
      });
      expect(await workspace.plannedDifferences()).toEqual([]);
    } finally {
      workspace.remove();
    }
  });
});
