/** Version of this package and of the provider. */
export const VERSION = "0.1.0";

/** First supported version of Node: `engines` of the package. */
export const MIN_NODE = "20.18.1";

/** Returns the message for a Node that is too old, or undefined. Uses no feature that an older Node lacks. */
export function describeOldNode(version: string): string | undefined {
  const numbers = version.split(".").map(Number);
  const minimum = MIN_NODE.split(".").map(Number);
  const index = minimum.findIndex((number, at) => number !== (numbers[at] ?? 0));
  return index >= 0 && (numbers[index] ?? 0) < (minimum[index] ?? 0)
    ? `Node ${version} is too old; ${MIN_NODE} or later is needed.`
    : undefined;
}
