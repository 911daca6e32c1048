import * as hcl from "../../../../src/cli/code/hcl/print/write-hcl";
import { filePlacesOf } from "../../../../src/cli/code/model/file-places";
import type { ImportModel } from "../../../../src/cli/code/model/import-model";
import type { PlacedModel } from "../../../../src/cli/code/model/placed-model";
import { mainFile } from "../../../../src/cli/code/typescript/print/main-file";
import { importsFile } from "../../../../src/cli/code/typescript/print/object-files";
import { objectFiles } from "../../../../src/cli/code/typescript/print/write-typescript";
import type { CodeFormat, GeneratedFile } from "../../../../src/cli/project/generated-file";
import { NO_MANIFEST } from "../../../../src/cli/project/import-manifest";

/** Returns the model as a complete TypeScript program, each file under its path. */
export function writeTypeScript(model: ImportModel): readonly GeneratedFile[] {
  const files = objectFiles(laidOut(model, "typescript"));
  const entryPoints = Object.fromEntries(
    files.flatMap(({ path, entryPoint }) => (entryPoint ? [[path, entryPoint] as const] : [])),
  );
  const imports = importsFile("imports.ts", model.objects);
  return [...files, imports, mainFile(model, entryPoints, [imports.path])];
}

/** Returns the model as a complete HCL configuration, each file under its path. */
export function writeHcl(model: ImportModel): readonly GeneratedFile[] {
  const files = hcl.resourceFiles(laidOut(model, "hcl"), new Map());
  const lookUps = hcl.lookUpsFile(hcl.LOOK_UPS, new Map(files.flatMap((file) => [...file.lookUps])));
  return [
    ...files,
    ...(lookUps ? [lookUps] : []),
    hcl.hclImportsFile("imports.tf", model.objects),
    hcl.hclMainFile(model),
  ];
}

/** Places all code in separate files, as in an empty folder. */
function laidOut(model: ImportModel, format: CodeFormat): PlacedModel {
  const folder = { earlier: NO_MANIFEST, state: () => "absent" as const, isOpen: () => true };
  const chosen = new Set(model.objects.map(({ id }) => id));
  return { ...model, places: filePlacesOf(model.objects, { chosen, format, folder }) };
}
