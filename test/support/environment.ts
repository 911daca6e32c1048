import { type Endpoints, environmentOf } from "../../src/emulator";

/**
 * Environment in which the provider stores dashboards and alerts in the open-source deployment and keys in the managed
 * deployment.
 */
export function environmentFor(endpoints: Endpoints): Record<string, string> {
  const { CLICKSTACK_SERVICE_ID: _, CLICKSTACK_DEPLOYMENT: __, ...environment } = environmentOf(endpoints);
  return environment;
}

/** Environment in which the provider stores everything in the managed deployment. */
export function managedEnvironmentFor(endpoints: Endpoints): Record<string, string> {
  const {
    CLICKSTACK_ENDPOINT: _,
    CLICKSTACK_API_KEY: __,
    CLICKSTACK_DEPLOYMENT: ___,
    ...environment
  } = environmentOf(endpoints);
  return environment;
}

/** The environments of both deployments, by the names that tests use. */
export const ENVIRONMENTS = { "open-source": environmentFor, managed: managedEnvironmentFor } as const;

export type DeploymentName = keyof typeof ENVIRONMENTS;
