import type { SettingsArguments } from "../client";
import { UnsafePathError } from "../confined-folder";
import { attributeName } from "../declaration/field";
import { objectShapeOf } from "../declaration/shape";
import {
  containsUnknown,
  DiagnosticError,
  type ObjectValue,
  type Provider,
  type ProviderFunction,
  UnknownConfigurationError,
} from "../plugin";
import { dataSourcesOf, ephemeralResourcesOf, listResourcesOf, resourcesOf } from "../resources/all-handlers";
import {
  type ClickStackProviderDeclaration,
  providerArguments as providerDeclaration,
} from "../resources/provider-arguments";
import { resourceTypes } from "../resources/registry";
import { lazily } from "../resources/shared/lazily";
import { failureOf } from "../resources/shared/report-failure";
import { schemaOf } from "../resources/shared/schema";
import type { Session } from "../resources/shared/session";
import { objectFromTerraform } from "../resources/shared/terraform-form";
import { validateConfig } from "../resources/shared/validate-config";
import { VERSION } from "../version";
import { dashboardFromJson, dashboardToJson } from "./functions/dashboard-json";
import { parseDuration } from "./functions/parse-duration";

const PROVIDER = objectShapeOf(providerDeclaration);

const resources = resourcesOf(resourceTypes);

/** The provider `cdk-clickstack/clickstack`. */
export const provider: Provider<Session> = {
  schema: schemaOf(PROVIDER, "ClickHouse Cloud API keys, and ClickStack (HyperDX) dashboards and alerts."),

  validate: ({ config }) => validateConfig(PROVIDER, config),

  configure: createConfigure(process),

  describeFailure: failureOf,

  resources,
  dataSources: dataSourcesOf(resourceTypes),
  /** Each function is loaded when it is first called. */
  functions: lazily<Record<string, ProviderFunction>>({
    dashboard_from_json: () => dashboardFromJson,
    dashboard_to_json: () => dashboardToJson,
    parse_duration: () => parseDuration,
  }),
  listResources: listResourcesOf(resourceTypes, resources),
  ephemeralResources: ephemeralResourcesOf(resourceTypes),
};

/** Returns the handler that opens a session with the variables and the working directory of a process. */
export function createConfigure(host: Pick<NodeJS.Process, "env" | "cwd">): Provider<Session>["configure"] {
  return async ({ config, terraformVersion }, { signal, log, warn }) => {
    // Loaded here, because Terraform starts three provider processes for a plan and configures only one of them.
    const [{ resolveSettings }, { createClient }, { Session }, { openJournal }, { openPlanMemory }] = await Promise.all(
      [
        import("../client"),
        import("../resources/client"),
        import("../resources/shared/session"),
        import("../resources/shared/create-journal"),
        import("../resources/shared/plan-memory"),
      ],
    );
    const { validateOnPlan, onStalePlan, onExistingName, ...settings } = argumentsOf(config);
    const resolved = resolveSettings(settings, host.env);
    if (!resolved.ok) {
      throw new DiagnosticError(
        resolved.problems.map(({ argument, summary, detail }) => ({
          severity: "error",
          summary,
          detail,
          path: [attributeOf(argument)],
        })),
      );
    }
    const { openSource, managed } = resolved.settings;
    const credentials = [openSource?.accessKey ?? "", managed?.keySecret ?? ""];
    const journal = reportingUnsafePath(warn, () => openJournal(host.cwd(), host.env, credentials));
    const planMemory = openPlanMemory(host.cwd(), host.env);
    const client = createClient({
      ...resolved.settings,
      ...(journal && { journal }),
      environment: host.env,
      userAgent: `terraform-provider-clickstack/${VERSION} terraform/${terraformVersion}`,
      signal,
      log: (line) => log.debug("API request", { ...line }),
      warn: ({ summary, detail }) => warn(summary, detail),
    });
    return {
      session: new Session(client, { journal, planMemory, validateOnPlan, onStalePlan, onExistingName }),
      close: () => journal?.end(),
    };
  };
}

/** Opens a file-based helper. A refused path is reported as a warning, because creates work without a journal. */
function reportingUnsafePath<T>(warn: (summary: string, detail: string) => void, open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof UnsafePathError)) {
      throw error;
    }
    warn(
      "The journal of creates is disabled",
      `The next run does not find objects that an interrupted run created.\n${error.message.replace(" Fix: ", "\nFix: ")}`,
    );
    return undefined;
  }
}

function argumentsOf(config: ObjectValue): ClickStackProviderDeclaration {
  const unknown = Object.keys(config).find((name) => containsUnknown(config[name] ?? null));
  if (unknown) {
    throw new UnknownConfigurationError({
      severity: "error",
      summary: `The provider's ${unknown} is unknown during the plan`,
      detail:
        "Its value comes from a resource that this plan creates, so the provider cannot read from the server. New resources are still planned.\n" +
        "Fix: Add depends_on with that resource to each data source, so that the apply reads it. " +
        "For existing resources, apply that resource first with -target.",
    });
  }
  return objectFromTerraform(PROVIDER, config) as ClickStackProviderDeclaration;
}

function attributeOf(argument: keyof SettingsArguments): string {
  const field = PROVIDER.fields[argument];
  return field ? attributeName(field) : argument;
}
