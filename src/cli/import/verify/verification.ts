import type { Engine } from "../../engine/engine";
import { EngineMissingError } from "../../engine/find-engine";
import { withProgress } from "../../frame/output";
import type { Verification } from "../import-document";
import { addressVariableOf, ofType } from "../model/imported";
import type { Layout } from "../model/layout";
import type { ImportModel } from "../model/model";
import { hasPackages } from "../read/project-form";
import type { CodeFormat } from "../text/formats";
import { addressIn } from "../write/folder-code";
import { verify } from "./verify";

interface VerificationOptions {
  readonly folder: string;
  readonly format: CodeFormat;
  /** False if the user passed `--no-verify`. */
  readonly verify: boolean;
}

interface ImportedCode {
  readonly engine: Engine | EngineMissingError;
  /** The objects of this import and of earlier ones. */
  readonly model: ImportModel;
  readonly layout: Layout;
  /** Objects in the states of the folder: id on the server to address. */
  readonly managed: ReadonlyMap<string, string>;
}

/** Verifies the code of a folder, or returns the reason why it is not verified. */
export async function verificationOf(
  options: VerificationOptions,
  { engine, model, layout, managed }: ImportedCode,
): Promise<Verification> {
  const { folder, format } = options;
  const { framework } = model.form;
  if (!options.verify) {
    return { status: "skipped", reason: "The verification was turned off with --no-verify." };
  }
  if (model.objects.length === 0) {
    return { status: "skipped", reason: "The code declares no objects." };
  }
  if (engine instanceof EngineMissingError) {
    return { status: "skipped", reason: engine.message };
  }
  if (format === "typescript" && !hasPackages(folder, framework)) {
    return {
      status: "skipped",
      reason: `The code requires ${framework}, which is not installed. Fix: Run "npm install cdk-clickstack ${framework} constructs" and import again.`,
    };
  }
  const objects = model.objects.map((each) => ({
    id: each.id,
    address: addressIn(format, each),
    movedTo: managed.get(each.id),
    isAdded: layout.isAdded(each),
  }));
  const claim = { folder, format, objects, managed, variables: variablesOf(model), framework };
  return withProgress("Verifying the code", (say) => verify(claim, engine, say));
}

/** Values of the Terraform variables for webhook URLs, which no file contains. */
function variablesOf({ objects }: ImportModel): Readonly<Record<string, string>> {
  const webhooks = ofType(objects, "webhook");
  return Object.fromEntries(webhooks.map((each) => [addressVariableOf(each), String(each.record.url ?? "")]));
}
