import type { ProviderDeclaration } from "./provider";

/** The arguments of the provider that say where ClickHouse Cloud is and how it is asked; not who asks, and nothing of another server. */
export const CLOUD_ARGUMENTS = [
  "cloudEndpoint",
  "organizationId",
  "serviceId",
  "product",
  "requestsPerWindow",
  "allowInsecureHttp",
] as const satisfies readonly (keyof ProviderDeclaration)[];

export type CloudArguments = Pick<ProviderDeclaration, (typeof CLOUD_ARGUMENTS)[number]>;

/** What of the provider's arguments is meant for ClickHouse Cloud, whoever asks there. */
export function cloudArgumentsOf(args: Readonly<Record<string, unknown>>): CloudArguments {
  const given = CLOUD_ARGUMENTS.filter((name) => Object.hasOwn(args, name) && args[name] !== null);
  return Object.fromEntries(given.map((name) => [name, args[name]]));
}
