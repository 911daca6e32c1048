import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { projectFiles } from "../../src/cli/project/new-project";
import { linkPackage } from "./init-project";
import { UserProject } from "./user-project";

const ROOT = join(__dirname, "..", "..");
const PACKAGES = ["cdk-clickstack", "cdktn", "constructs", "tsx", "typescript", "@types/node"];

/** A project that `init` wrote, with links to the built package and to the packages of this clone. */
export class RecipeProject extends UserProject {
  constructor(environment: Readonly<Record<string, string>>) {
    super([], { ...environment, CI: "", NO_COLOR: "1" });
    this.write(projectFiles({ name: "observability", framework: "cdktn", bringsTerraform: false }));
    const commands = join(this.folder, "node_modules", ".bin");
    mkdirSync(commands, { recursive: true });
    symlinkSync(ROOT, join(this.folder, "node_modules", "cdk-clickstack"));
    for (const name of PACKAGES) {
      linkPackage(this, name);
    }
    // The recipes use this name for the engine under test.
    symlinkSync(findEngine().path, join(commands, "terraform"));
    this.shell.PATH = `${commands}:${this.shell.PATH}`;
  }

  /** Returns the managed resources in the local state of a stack: attributes by address. */
  state(stack = "observability"): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
    return managedIn(readFileSync(join(this.folder, `terraform.${stack}.tfstate`), "utf8"));
  }

  /** Returns the synthesized configuration of a stack. */
  synthesized(stack: string): unknown {
    return JSON.parse(readFileSync(join(this.folder, "cdktf.out", "stacks", stack, "cdk.tf.json"), "utf8"));
  }
}

/** Returns the managed resources in a state of the engine: attributes by address. */
function managedIn(state: string): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const { resources } = JSON.parse(state) as StateFile;
  const managed = resources.filter(({ mode }) => mode === "managed");
  return new Map(
    managed.flatMap(({ type, name, instances }) =>
      instances.map(({ attributes }) => [`${type}.${name}`, attributes] as const),
    ),
  );
}

/** The used part of version 4 of Terraform's state file. */
interface StateFile {
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: Record<string, unknown> }[];
  }[];
}
