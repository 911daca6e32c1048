/**
 * Replaces `framework.ts` in the bundled command line, which needs no framework. The command line reads names, layouts
 * and texts of the constructs and creates none, so the base classes are empty. `Token` recognizes the tokens of both
 * frameworks, because a framework reads the code that `import` writes.
 */
class NoConstruct {}

export {
  NoConstruct as CloudBackend,
  NoConstruct as RemoteBackend,
  NoConstruct as TerraformDataSource,
  NoConstruct as TerraformElement,
  NoConstruct as TerraformProvider,
  NoConstruct as TerraformResource,
  NoConstruct as TerraformStack,
};

function unused(): never {
  throw new Error("The command line creates no constructs.");
}

export { unused as addCustomSynthesis, unused as Annotations, unused as Fn, unused as ref };

export const Lazy = { anyValue: unused };

const TOKEN_IN_TEXT = /\$\{TfToken\[[a-zA-Z0-9:._-]+\]\}/;

/** First 16 bits of a number token (docs/internals/terraform-protocol.md 8). */
const TOKEN_NUMBER = 0xfdff;

export const Token = {
  STRING_MAP_TOKEN_VALUE: "String Map Token Value",
  ANY_MAP_TOKEN_VALUE: "Any Map Token Value",
  NUMBER_MAP_TOKEN_VALUE: -123456789,

  /** Returns true if a framework treats a text or a number as a token. */
  isUnresolved(value: unknown): boolean {
    if (typeof value === "string") {
      return TOKEN_IN_TEXT.test(value);
    }
    return typeof value === "number" && firstBitsOf(value) === TOKEN_NUMBER;
  },
};

function firstBitsOf(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getUint16(0);
}
