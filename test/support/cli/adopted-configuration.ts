import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { configurationEditor } from "../../../src/cli/commands/adopt/hcl-patch";
import { createPatch } from "../../../src/cli/commands/adopt/patch";
import { readPlan } from "../../../src/cli/engine/read-plan";
import { AuthorFiles } from "../../../src/cli/project/author-files";
import type { UnmanagedAlert } from "../../../src/cli/server/unmanaged-alerts";

type Attributes = Readonly<Record<string, unknown>>;

/** An object of a configuration that users changed on the server. */
interface ChangedResource {
  readonly type: string;
  readonly name: string;
  readonly module?: string;
  /** Attributes in the state and in the code. */
  readonly old: Attributes;
  /** Attributes on the server. Undefined if the object was deleted. */
  readonly server: Attributes | undefined;
  /** Attributes in the code, if a user changed it after the last apply. */
  readonly code?: Attributes;
  readonly sensitive?: Attributes;
}

interface Options {
  /** Ids of the state by address. */
  readonly known?: Readonly<Record<string, string>>;
  /** Ids of the tiles of each dashboard by key. */
  readonly tileIds?: Readonly<Record<string, string>>;
  readonly alerts?: readonly UnmanagedAlert[];
  readonly isTofu?: boolean;
  /** Files that git ignores. */
  readonly ignored?: readonly string[];
}

interface AdoptedConfiguration {
  /** Texts of the edited files. */
  readonly files: Readonly<Record<string, string>>;
  readonly edited: readonly string[];
  /** Each as `file:line: attribute: reason`. */
  readonly obstacles: readonly string[];
  /** Comments that may describe old values, each as `file:line`. */
  readonly comments: readonly string[];
}

/** Adopts the changes of objects into the files of a configuration. */
export async function adoptConfiguration(
  files: Readonly<Record<string, string>>,
  changed: readonly ChangedResource[],
  { known = {}, tileIds, alerts = [], isTofu = false, ignored = [] }: Options = {},
): Promise<AdoptedConfiguration> {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-adopt-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const planned = [{ stack: { name: "main", folder }, plan: planOf(changed, known, tileIds), diagnostics: [] }];
    const editable = await configurationEditor();
    const input = { files: new AuthorFiles(folder), ignored: new Set(ignored), planned, alerts, isTofu };
    const patch = createPatch(editable(input), []);
    return {
      files: Object.fromEntries(patch.files.map(({ path, edited }) => [path, edited])),
      edited: patch.objects.flatMap(({ adopted }) => adopted),
      comments: patch.files.flatMap(({ path, commentLines = [] }) => commentLines.map((line) => `${path}:${line}`)),
      obstacles: patch.objects.flatMap(({ notAdopted }) =>
        notAdopted.map(({ file, line, prop, reason }) => `${file}:${line}: ${prop}: ${reason}`),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function planOf(changed: readonly ChangedResource[], known: Readonly<Record<string, string>>, tileIds: unknown) {
  const change = ({ type, name, module, sensitive }: ChangedResource, before: unknown, after: unknown) => {
    const local = `clickstack_${type}.${name}`;
    const [plainName = name] = name.split("[");
    return {
      address: module === undefined ? local : `${module}.${local}`,
      ...(module !== undefined && { module_address: module }),
      mode: "managed",
      type: `clickstack_${type}`,
      name: plainName,
      change: { actions: ["update"], before, after: after ?? null, before_sensitive: sensitive ?? {} },
    };
  };
  const resources = Object.entries(known).map(([address, id]) => {
    const parts = address.replace(/^(module\.\w+\.)*|\[.*\]$/g, "").split(".");
    const [mode, type, name] = parts[0] === "data" ? ["data", parts[1], parts[2]] : ["managed", parts[0], parts[1]];
    return { address, mode, type, name, values: { id, tile_ids: tileIds } };
  });
  return readPlan(
    {
      resource_drift: changed.map((each) => change(each, each.old, each.server)),
      resource_changes: changed.map((each) => change(each, each.server ?? null, each.code ?? each.old)),
      prior_state: { values: { root_module: { resources } } },
      configuration: {},
    },
    "main",
  );
}

/** Adopts one change of a resource `x` into a configuration of one file. */
export async function adoptAttributes(
  text: string,
  type: string,
  old: Attributes,
  server: Attributes,
  options: Options = {},
): Promise<{ readonly text: string; readonly edited: readonly string[]; readonly obstacles: readonly string[] }> {
  const resource = { type, name: "x", old, server };
  const { files, edited, obstacles } = await adoptConfiguration({ "main.tf": text }, [resource], options);
  return { text: files["main.tf"] ?? text, edited, obstacles };
}
