/** Frameworks of the constructs. */
export type Framework = "cdktf" | "cdktn";

/** Module of the constructs for each framework. */
export const ENTRY: Readonly<Record<Framework, string>> = {
  cdktf: "cdk-clickstack",
  cdktn: "cdk-clickstack/cdktn",
};

/** Returns the other framework. */
export function otherThan(framework: Framework): Framework {
  return framework === "cdktf" ? "cdktn" : "cdktf";
}

/** Returns the request to import from the entry for a framework. */
export function importInstead(framework: Framework): string {
  return `Import from "${ENTRY[framework]}" instead of "${ENTRY[otherThan(framework)]}"`;
}
