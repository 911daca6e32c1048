import packageJson from "../../package.json";
import { VERSION } from "../../src/version";

test("the version in the code is the package's", () => {
  expect(VERSION).toBe(packageJson.version);
});
