import * as z from "zod";
import { ADOPT_VERSION, adoptDocument } from "../../src/cli/commands/adopt/document";
import { BACKTEST_VERSION, backtestDocument } from "../../src/cli/commands/backtest/document";
import { CHECK_VERSION, checkDocument } from "../../src/cli/commands/check/verdict";
import { DOCTOR_VERSION } from "../../src/cli/commands/doctor/command";
import { doctorDocument } from "../../src/cli/commands/doctor/own-checks";
import { DRIFT_NOTIFICATION_VERSION, driftNotificationDocument } from "../../src/cli/commands/drift/notification";
import { IMPORT_VERSION, importDocument, importListDocument } from "../../src/cli/commands/import/import-document";
import { INIT_VERSION, initDocument } from "../../src/cli/commands/init/command";
import { INSTALL_PROVIDER_VERSION, installProviderDocument } from "../../src/cli/commands/install-provider/command";
import { lintConfigurationSchema } from "../../src/cli/commands/lint/configuration";
import { LINT_VERSION, lintDocument } from "../../src/cli/commands/lint/document";
import { PREVIEW_VERSION, previewDocument } from "../../src/cli/commands/preview/document";
import { STAGE_VERSION, stageDocument } from "../../src/cli/commands/stage/command";
import { reportDocument } from "../../src/cli/reports/changes/report-model";
import { REPORT_VERSION } from "../../src/cli/reports/formats/json-report";
import { STALE_VERSION, staleDocument } from "../../src/cli/server/stale/stale-report";

/** Returns the JSON Schema of every document that `--json` prints or `drift --notify` posts, by its path below docs. */
export function cliSchemas(): ReadonlyMap<string, string> {
  return new Map([
    ["cli-schemas/init.schema.json", schemaText("init", INIT_VERSION, initDocument)],
    ["cli-schemas/plan.schema.json", schemaText("plan", REPORT_VERSION, reportDocument)],
    ["cli-schemas/drift.schema.json", schemaText("drift", REPORT_VERSION, reportDocument)],
    [
      "cli-schemas/drift-notification.schema.json",
      schemaText("drift-notification", DRIFT_NOTIFICATION_VERSION, driftNotificationDocument),
    ],
    ["cli-schemas/doctor.schema.json", schemaText("doctor", DOCTOR_VERSION, doctorDocument)],
    ["cli-schemas/check.schema.json", schemaText("check", CHECK_VERSION, checkDocument)],
    ["cli-schemas/adopt.schema.json", schemaText("adopt", ADOPT_VERSION, adoptDocument)],
    ["cli-schemas/import.schema.json", schemaText("import", IMPORT_VERSION, importDocument)],
    ["cli-schemas/import-list.schema.json", schemaText("import-list", IMPORT_VERSION, importListDocument)],
    ["cli-schemas/lint.schema.json", schemaText("lint", LINT_VERSION, lintDocument)],
    ["cli-schemas/lint-configuration.schema.json", configurationSchemaText()],
    ["cli-schemas/preview.schema.json", schemaText("preview", PREVIEW_VERSION, previewDocument)],
    ["cli-schemas/backtest.schema.json", schemaText("backtest", BACKTEST_VERSION, backtestDocument)],
    [
      "cli-schemas/install-provider.schema.json",
      schemaText("install-provider", INSTALL_PROVIDER_VERSION, installProviderDocument),
    ],
    ["cli-schemas/stale.schema.json", schemaText("stale", STALE_VERSION, staleDocument)],
    ["cli-schemas/stage.schema.json", schemaText("stage", STAGE_VERSION, stageDocument)],
    ["cli-schemas/error.schema.json", schemaText("error", 1, z.object({ message: z.string() }))],
  ]);
}

function schemaText(kind: string, version: number, document: z.ZodObject): string {
  const whole = z.object({ kind: z.literal(kind), version: z.literal(version), ...document.shape });
  return `${JSON.stringify(z.toJSONSchema(whole, { io: "input" }), undefined, 2)}\n`;
}

/** Returns the schema of `cdk-clickstack.config.json`, for editors. */
function configurationSchemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(lintConfigurationSchema, { io: "input" }), undefined, 2)}\n`;
}
