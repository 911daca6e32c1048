/** The calls that a host makes in every process it starts, and whose responses are the same in each. */
export type PreparedCall = "GetProviderSchema" | "GetResourceIdentitySchemas";

/** The encoded responses to those calls. */
export type PreparedResponses = Readonly<Record<PreparedCall, Uint8Array>>;
