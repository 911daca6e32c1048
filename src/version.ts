/** Version of this package and of the provider. */
export const VERSION = "0.1.0";
