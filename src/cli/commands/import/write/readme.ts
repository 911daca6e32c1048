import type { Deployment } from "../../../../client";
import { visible } from "../../../../visible";
import type { ImportModel } from "../../../code/model/import-model";
import { addressVariableOf, ofType } from "../../../code/model/imported";
import { onOneLine } from "../../../code/text/escapes";
import type { GeneratedFile } from "../../../project/generated-file";
import { TYPE_FACTS } from "../../../project/imported-types";
import type { ProjectForm } from "../../../project/project-form";
import { prose } from "../../../reports/formats/markdown-text";
import { quotedName } from "../select-objects";

type About = Pick<ImportModel, "objects" | "leftOut" | "deployment" | "form">;

interface BlockCounts {
  readonly imports: number;
  readonly moves: number;
}

/** Writes the README of the folder, with the next steps. */
export function readmeFile(model: About, format: "typescript" | "hcl", blocks: BlockCounts): GeneratedFile {
  const parts = [
    "# Imported from ClickStack",
    ABOUT[format],
    "## The first apply",
    ...steps(model, format, blocks),
    ...takeOverPart(format, blocks),
    ...leftOutPart(model),
    "## Importing again",
    "Run `cdk-clickstack import` again, with the same selection or a different one, to add to this folder. The objects in this folder stay. New objects of an edited file are written to a new file. Other changes are merged into edited files, with conflict markers if you changed the same lines. Keep `.cdk-clickstack-import.json`, which contains the generated texts.",
  ];
  return { path: "README.md", text: `${parts.join("\n\n")}\n` };
}

const ABOUT = {
  typescript:
    "`main.ts` is the program. Each dashboard has a file with its alerts under `dashboards/`. `imports.ts` contains the ids on the server.",
  hcl: "Each dashboard has a file with its alerts. `imports.tf` contains the ids on the server, `look_ups.tf` the objects that are referenced and not managed here. `terraform.d` contains the provider for this machine's platform, so that `terraform init` finds it. Keep it out of version control, and run an import in a new clone to place it.",
} as const;

function steps(model: About, format: "typescript" | "hcl", { imports }: BlockCounts): readonly string[] {
  const webhooks = ofType(model.objects, "webhook");
  const variables = webhooks.map((webhook) => `export TF_VAR_${addressVariableOf(webhook)}=...`);
  const commands = format === "typescript" ? typescriptSteps(model.form) : HCL;
  return [
    `Set the variables of the provider in the environment: ${credentials(model.deployment)}.`,
    ...(variables.length > 0 ? ["Set the addresses of the webhooks, which no file contains:", fenced(variables)] : []),
    fenced(commands),
    `The plan shows ${imports} to import and nothing to add, change or destroy. After the apply delete ${
      format === "typescript" ? "`imports.ts`, its import in `main.ts` and the line that names it" : "`imports.tf`"
    }.`,
    "The state maps the resources to the objects. Store it in a remote backend before other users work with this code.",
  ];
}

const MOVES = {
  typescript: { file: "moves.ts", rest: "`moves.ts`, its import in `main.ts` and the line that names it" },
  hcl: { file: "moves.tf", rest: "`moves.tf`" },
} as const;

/** Describes how to use the state of the vendor's provider. */
function takeOverPart(format: "typescript" | "hcl", { moves }: BlockCounts): readonly string[] {
  if (moves === 0) {
    return [];
  }
  const { file, rest } = MOVES[format];
  return [
    "## Adopting the state of the vendor's provider",
    `\`${file}\` has a moved block for each resource that this code adopts from the vendor's provider: ${moves}. Use the state that has these resources as the state of this code before the first plan. The plan then moves them instead of importing them, and destroys none. After the apply with that state delete ${rest}.`,
  ];
}

const typescriptSteps = ({ framework, stack }: ProjectForm) => [
  `npm install cdk-clickstack ${framework} constructs tsx`,
  "npx tsx main.ts",
  `cd cdktf.out/stacks/${stack}`,
  "terraform init && terraform plan && terraform apply",
];

const HCL = ["terraform init && terraform plan && terraform apply"];

function credentials(deployment: Deployment | undefined): string {
  const cloud = "`CLICKHOUSE_CLOUD_API_KEY`, `CLICKHOUSE_CLOUD_API_SECRET` and `CLICKHOUSE_ORGANIZATION_ID`";
  if (deployment === "open_source") {
    return `\`CLICKSTACK_ENDPOINT\` and \`CLICKSTACK_API_KEY\`; for API keys ${cloud}`;
  }
  return deployment === "managed" ? `${cloud}, and \`CLICKSTACK_SERVICE_ID\`` : cloud;
}

function leftOutPart({ leftOut, objects }: About): readonly string[] {
  const tiles = objects.flatMap((object) =>
    object.tilesLeftOut.map(
      ({ key, name, reason }) =>
        `- tile ${shown(`"${name || key}"`)} of the dashboard ${shown(quotedName(object))}: ${shown(reason)} The code ignores it, so that updates keep it.`,
    ),
  );
  if (leftOut.length + tiles.length === 0) {
    return [];
  }
  const lines = leftOut.map(
    ({ object, reason }) => `- ${TYPE_FACTS[object.type].noun} ${shown(quotedName(object))}: ${shown(reason)}`,
  );
  return ["## Not imported", [...lines, ...tiles].join("\n")];
}

/** Escapes text for Markdown. Names come from the server, and reasons may quote it. */
function shown(text: string): string {
  return prose(visible(onOneLine(text)));
}

function fenced(lines: readonly string[]): string {
  return ["```sh", ...lines, "```"].join("\n");
}
