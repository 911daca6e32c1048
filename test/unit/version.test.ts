import packageJson from "../../package.json";
import { VERSION } from "../../src/version";

test("the version in the code equals the version of the package", () => {
  expect(VERSION).toBe(packageJson.version);
});
