/** The languages that imported code can be written in. */
export const FORMATS = ["typescript", "hcl"] as const;

export type Format = (typeof FORMATS)[number];
