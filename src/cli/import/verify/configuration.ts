import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a working directory declares and imports, as far as the addresses of resources go. */
export interface Configuration {
  readonly declared: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
}

export function readConfiguration(directory: string): Configuration {
  const texts = (ending: string) =>
    readdirSync(directory)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(directory, name), "utf8"));
  const json = texts(".tf.json").map((text) => JSON.parse(text) as JsonConfiguration);
  const hcl = texts(".tf").join("\n");
  return {
    declared: new Set([...json.flatMap(declaredInJson), ...declaredInHcl(hcl)]),
    imported: new Set([
      ...json.flatMap(({ import: blocks = [] }) => blocks.map(({ to }) => to)),
      ...importedInHcl(hcl),
    ]),
  };
}

interface JsonConfiguration {
  readonly resource?: Readonly<Record<string, object>>;
  readonly import?: readonly { readonly to: string }[];
}

function declaredInJson({ resource = {} }: JsonConfiguration): readonly string[] {
  return Object.entries(resource).flatMap(([type, byName]) => Object.keys(byName).map((name) => `${type}.${name}`));
}

function declaredInHcl(text: string): readonly string[] {
  return [...text.matchAll(/^\s*resource\s+"([^"]+)"\s+"([^"]+)"/gm)].map(([, type, name]) => `${type}.${name}`);
}

function importedInHcl(text: string): readonly string[] {
  return [...text.matchAll(/^import\s*\{[^}]*?\bto\s*=\s*([\w.-]+)/gm)].flatMap(([, address]) => address ?? []);
}
