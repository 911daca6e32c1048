import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../package-root";
import { CommandError } from "../frame/exit";

/** The CI systems that there is a kit for, each a folder of `examples/ci`. */
export const CI_SYSTEMS = ["github", "gitlab"] as const;

export type CiSystem = (typeof CI_SYSTEMS)[number];

/** What a kit has beside the project itself. The build puts it into the package. */
export const KIT_FILES: Readonly<Record<CiSystem, readonly string[]>> = {
  github: [".github/workflows/clickstack.yml", ".clickstack-drift.yaml"],
  gitlab: [".gitlab-ci.yml", ".clickstack-drift.yaml"],
};

/** The files of a kit, by their path. Throws a `CommandError` where the package was not built. */
export function ciFiles(ci: CiSystem): Readonly<Record<string, string>> {
  const folder = join(packageRoot(), "dist", "ci", ci);
  if (!existsSync(folder)) throw new CommandError(`There is no ${folder}. In a clone, run "npm run build" first.`);
  return Object.fromEntries(KIT_FILES[ci].map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Where the state is: a runner's disk is gone after the run. */
export const BACKENDS: Readonly<Record<CiSystem, { readonly name: string; readonly code: string }>> = {
  github: {
    name: "S3Backend",
    code: `
// The state: an object in a bucket of yours, with a lock file beside it while somebody applies.
const state = { bucket: "my-terraform-state", region: "eu-central-1" };
new S3Backend(stack, { ...state, key: "clickstack/observability.tfstate", encrypt: true });
stack.addOverride("terraform.backend.s3.use_lockfile", true);
`,
  },
  gitlab: {
    name: "HttpBackend",
    code: `
// The state is in the GitLab project. On a machine of your own set STATE_ADDRESS, which ends like this, and TF_HTTP_USERNAME and
// TF_HTTP_PASSWORD, a token with the scope "api".
const address = process.env.STATE_ADDRESS;
if (!address) throw new Error("Set STATE_ADDRESS: .../api/v4/projects/<id>/terraform/state/observability");
const lock = \`\${address}/lock\`;
const locking = { lockAddress: lock, lockMethod: "POST", unlockAddress: lock, unlockMethod: "DELETE" };
new HttpBackend(stack, { address, ...locking, retryWaitMin: 5 });
`,
  },
};
