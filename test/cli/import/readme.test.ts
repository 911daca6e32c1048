import { existing } from "../../../src/cli/import/existing-files";
import { readmeFile } from "../../../src/cli/import/readme";

test("names and reasons of what is left out are neither links nor calls in the README, and nothing in them is unseen", () => {
  const alert = existing("alert", { id: "6b01", name: "@team #12 [a](https://example.com) \u202e\u200b" });
  const leftOut = [{ object: alert, reason: "Its tile is `<b>`\n# Heading" }];
  const { text } = readmeFile(
    { objects: [], leftOut, deployment: "open_source", form: { framework: "cdktn", extension: ".js" } },
    "hcl",
    0,
  );
  expect(text).toContain('- alert `"@team #12 [a](https://example.com)  \\u200b"`: ``Its tile is `<b>` # Heading``\n');
});
