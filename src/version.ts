/** This package's version, which is the provider's too. */
export const VERSION = "0.1.0";
