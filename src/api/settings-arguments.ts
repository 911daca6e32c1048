import type { ProviderDeclaration } from "../schema/provider";

/** What an author may write explicitly: the provider's arguments. Each one that is left out is taken from the environment or has a default. */
export type SettingsArguments = ProviderDeclaration;
