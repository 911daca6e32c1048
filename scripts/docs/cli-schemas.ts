import * as z from "zod";
import { adoptDocument } from "../../src/cli/commands/adopt/document";
import { backtestDocument } from "../../src/cli/commands/backtest/document";
import { checkDocument } from "../../src/cli/commands/check/verdict";
import { doctorDocument } from "../../src/cli/commands/doctor/own-checks";
import { driftNotificationDocument } from "../../src/cli/commands/drift/notify";
import { importDocument, importListDocument } from "../../src/cli/commands/import/import-document";
import { initDocument } from "../../src/cli/commands/init/command";
import { installProviderDocument } from "../../src/cli/commands/install-provider/command";
import { lintConfigurationSchema } from "../../src/cli/commands/lint/configuration";
import { lintDocument } from "../../src/cli/commands/lint/document";
import { migrateDocument } from "../../src/cli/commands/migrate/document";
import { migrateSettings } from "../../src/cli/commands/migrate/settings";
import { previewDocument } from "../../src/cli/commands/preview/document";
import { stageDocument } from "../../src/cli/commands/stage/command";
import { reportDocument } from "../../src/cli/reports/changes/report-model";
import { REPORT_VERSION } from "../../src/cli/reports/formats/json-report";
import { staleDocument } from "../../src/cli/server/stale/stale-report";
import { errorDocument } from "../../src/cli/terminal/json-document";

const DOCUMENTS = [
  initDocument,
  { kind: "plan", version: REPORT_VERSION, schema: reportDocument },
  { kind: "drift", version: REPORT_VERSION, schema: reportDocument },
  driftNotificationDocument,
  doctorDocument,
  checkDocument,
  adoptDocument,
  importDocument,
  importListDocument,
  migrateDocument,
  lintDocument,
  previewDocument,
  backtestDocument,
  installProviderDocument,
  staleDocument,
  stageDocument,
  errorDocument,
];

/** Returns the JSON Schema of every document that `--json` prints or `drift --notify` posts, by its path below docs. */
export function cliSchemas(): ReadonlyMap<string, string> {
  const documents = DOCUMENTS.map(({ kind, version, schema }) => {
    const whole = z.object({ kind: z.literal(kind), version: z.literal(version), ...schema.shape });
    return [`cli-schemas/${kind}.schema.json`, schemaText(whole)] as const;
  });
  // The schemas of `cdk-clickstack.config.json` and `migrate.yaml` are for editors.
  return new Map([
    ...documents,
    ["cli-schemas/lint-configuration.schema.json", schemaText(lintConfigurationSchema)],
    ["cli-schemas/migrate-settings.schema.json", schemaText(migrateSettings)],
  ]);
}

function schemaText(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { io: "input" }), undefined, 2)}\n`;
}
