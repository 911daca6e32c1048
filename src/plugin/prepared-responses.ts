/** The encoded responses to the calls that a host makes in every process it starts, and whose responses are the same in each. */
export type PreparedResponses = Readonly<Record<"GetProviderSchema" | "GetResourceIdentitySchemas", Uint8Array>>;
