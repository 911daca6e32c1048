import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import manifest from "../../package.json";
import { VERSION } from "../../src/version";

const ROOT = join(__dirname, "..", "..");

interface Part {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/**
 * Writes the software bill of materials of the package or of the native executables as CycloneDX JSON: the content of
 * the bundles, installed dependencies, and the runtime. It contains no time and no serial number, so that it is the
 * same for the same release.
 */
export function writeBillOfMaterials(of: "package" | "provider", outdir: string): string {
  const product = of === "package" ? manifest.name : "terraform-provider-clickstack";
  const bom = new Models.Bom();
  const own = component(
    { name: product, version: VERSION, license: manifest.license },
    Enums.ComponentType.Application,
  );
  bom.metadata.component = own;
  for (const part of of === "package" ? partsOfPackage() : partsOfProvider()) {
    const each = component(part, Enums.ComponentType.Library);
    bom.components.add(each);
    own.dependencies.add(each.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  const file = join(outdir, `${product}_${VERSION}_sbom.cdx.json`);
  writeFileSync(file, `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`);
  return file;
}

function component({ name, version, license }: Part, type: Enums.ComponentType): Models.Component {
  const result = new Models.Component(type, name, { version, bomRef: `${name}@${version}` });
  if (type === Enums.ComponentType.Library) {
    result.purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  }
  result.licenses.add(new Models.LicenseExpression(license));
  return result;
}

function partsOfPackage(): readonly Part[] {
  const bundled = readdirSync(BUNDLED).flatMap((file) => partsOfBundle(file));
  return unique([...bundled, ...Object.keys(manifest.dependencies).map(installed)]);
}

function partsOfProvider(): readonly Part[] {
  return unique([...partsOfBundle("provider-terraform-provider-clickstack.js.json"), installed("bun")]);
}

/** Written by scripts/build/main.ts. */
const BUNDLED = join(ROOT, "build", "bundled");

function partsOfBundle(file: string): readonly Part[] {
  return JSON.parse(readFileSync(join(BUNDLED, file), "utf8"));
}

function installed(name: string): Part {
  const { version, license } = JSON.parse(
    readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"),
  ) as Part;
  return { name, version, license };
}

function unique(parts: readonly Part[]): readonly Part[] {
  return [...new Map(parts.map((part) => [`${part.name}@${part.version}`, part])).values()];
}
