import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findHidingConfiguration } from "../../../src/install/cli-configuration";
import { temporaryFolder } from "../../support/constructs/synthesize";

const MIRROR = (path: string) => `provider_installation { filesystem_mirror { path = "${path}" } }`;

function fileWith(text: string): { readonly file: string; readonly environment: NodeJS.ProcessEnv } {
  const home = temporaryFolder();
  const file = join(home, ".terraformrc");
  writeFileSync(file, text);
  return { file, environment: { HOME: home } };
}

describe("a Terraform CLI configuration", () => {
  test.each([
    ["does not mention providers", 'plugin_cache_dir = "/cache"'],
    ["mentions providers only in a comment", "# provider_installation { direct {} }"],
    [
      "contains the provider in dev_overrides",
      'provider_installation { dev_overrides { "cdk-clickstack/clickstack" = "/x" } }',
    ],
    [
      "includes the provider in a mirror",
      'provider_installation { filesystem_mirror { path = "/m", include = ["cdk-clickstack/*"] } direct { exclude = ["cdk-clickstack/*"] } }',
    ],
    [
      "has a network mirror, which may contain the provider",
      'provider_installation { network_mirror { url = "https://mirror.example/" } }',
    ],
  ])("is accepted if it %s", (_, text) => {
    expect(findHidingConfiguration(fileWith(text).environment)).toBeUndefined();
  });

  test("is accepted if its mirror contains the provider", () => {
    const mirror = temporaryFolder();
    mkdirSync(join(mirror, "registry.terraform.io", "cdk-clickstack", "clickstack"), { recursive: true });
    expect(findHidingConfiguration(fileWith(MIRROR(mirror)).environment)).toBeUndefined();
  });

  test.each([
    ["uses only the registry", "provider_installation {\n  direct {}\n}"],
    ["has other mirrors", MIRROR("/nowhere")],
    ["only excludes the provider", 'provider_installation { direct { exclude = ["cdk-clickstack/*"] } }'],
  ])("is reported if it %s, and the fix contains the missing line", (_, text) => {
    const { file, environment } = fileWith(text);
    const hiding = findHidingConfiguration(environment);
    expect(hiding?.file).toBe(file);
    expect(hiding?.fix).toContain('Run "npx cdk-clickstack install-provider --global"');
    expect(hiding?.fix).toContain(`path = "${environment.HOME}/.terraform.d/plugins", include = ["cdk-clickstack/*"]`);
  });

  test("is read from the file in TF_CLI_CONFIG_FILE, and the file in the home folder is then ignored", () => {
    const { environment } = fileWith("provider_installation { direct {} }");
    expect(findHidingConfiguration({ ...environment, TF_CLI_CONFIG_FILE: "/nowhere/at-all" })).toBeUndefined();
  });
});
