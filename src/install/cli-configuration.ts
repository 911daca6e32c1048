import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { readRegularFile } from "../confined-folder";
import { REGISTRY_HOSTS } from "./place-provider";
import { PROVIDER_SOURCE } from "./provider-executable";

/** Returns the folder below the home folder in which the engines search for providers of all working directories. */
export function homeFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === "win32") {
    return join(environment.APPDATA ?? homedir(), "terraform.d");
  }
  return join(environment.HOME ?? homedir(), ".terraform.d");
}

/**
 * Returns the user's CLI configuration if its `provider_installation` hides the provider that synthesis places. With
 * such a block, the engine searches only the locations in it (docs/internals/terraform-protocol.md 1).
 */
export function findHidingConfiguration(environment: NodeJS.ProcessEnv = process.env) {
  const installation = findInstallationBlock(environment);
  if (installation === undefined || includesProvider(installation.text)) {
    return undefined;
  }
  const plugins = join(homeFolder(environment), "plugins");
  const fix = `Run "npx cdk-clickstack install-provider --global", and add to provider_installation: filesystem_mirror { path = ${JSON.stringify(plugins)}, include = ["${NAMESPACE}/*"] }, with exclude = ["${NAMESPACE}/*"] in the others.`;
  return { file: installation.file, fix };
}

/** Returns true if the user's CLI configuration makes the engine ignore the provider that synthesis places. */
export function ignoresPlacedProvider(environment: NodeJS.ProcessEnv = process.env): boolean {
  return findInstallationBlock(environment) !== undefined;
}

/** Returns the user's CLI configuration from its `provider_installation` to the end, without comments. */
function findInstallationBlock(environment: NodeJS.ProcessEnv) {
  const file = configurationFiles(environment).find((each) => existsSync(each));
  if (file === undefined || !statSync(file).isFile()) {
    return undefined;
  }
  const configuration = (readRegularFile(file, MAX_CONFIGURATION_BYTES, true) ?? "").replaceAll(
    /\/\*[\s\S]*?\*\/|(?:#|\/\/).*$/gm,
    "",
  );
  const text = /\bprovider_installation\b[\s\S]*/.exec(configuration)?.[0];
  return text === undefined ? undefined : { file, text };
}

/** Returns true if the block names this provider, a mirror that contains it, or a network mirror. */
function includesProvider(installation: string): boolean {
  if (/\bnetwork_mirror\b/.test(installation)) {
    return true;
  }
  const included = installation.replaceAll(/\bexclude\b[^\]]*(?:\]|$)/g, "");
  if (new RegExp(`\\b${PROVIDER_SOURCE}\\b|\\b${NAMESPACE}/\\*`).test(included)) {
    return true;
  }
  const paths = [...installation.matchAll(/\bpath\s*=\s*"((?:[^"\\]|\\.)*)"/g)].map(([, path = ""]) => path);
  return paths.some((path) =>
    REGISTRY_HOSTS.some((host) => existsSync(join(path, host, ...PROVIDER_SOURCE.split("/")))),
  );
}

const [NAMESPACE = ""] = PROVIDER_SOURCE.split("/");

/** Maximum size of a CLI configuration that is read. A usual one has a few lines. */
const MAX_CONFIGURATION_BYTES = 1024 * 1024;

/** Returns the paths of CLI configurations in the order in which Terraform and OpenTofu look for them. */
function configurationFiles(environment: NodeJS.ProcessEnv): readonly string[] {
  const named = environment.TF_CLI_CONFIG_FILE || environment.TERRAFORM_CONFIG;
  if (named) {
    return [named];
  }
  if (process.platform === "win32") {
    return ["tofu.rc", "terraform.rc"].map((name) => join(environment.APPDATA ?? homedir(), name));
  }
  return [".tofurc", ".terraformrc"].map((name) => join(environment.HOME ?? homedir(), name));
}
