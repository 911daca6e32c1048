/**
 * What the bundled command line has in the place of `framework.ts`. It reads names, layouts and texts of the constructs
 * and makes none: their base classes are empty, and no framework has to be installed. What a framework takes for a
 * token it must know all the same, because the code that `import` writes is read by one.
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
  throw new Error("The command line makes no constructs.");
}

export { unused as addCustomSynthesis, unused as Annotations, unused as Fn, unused as ref };

export const Lazy = { anyValue: unused };

const TOKEN_IN_TEXT = /\$\{TfToken\[[a-zA-Z0-9:._-]+\]\}/;

/** The first 16 bits of a number that stands for a token (docs/internals/terraform-protocol.md 8). */
const TOKEN_NUMBER = 0xfdff;

export const Token = {
  STRING_MAP_TOKEN_VALUE: "String Map Token Value",
  ANY_MAP_TOKEN_VALUE: "Any Map Token Value",
  NUMBER_MAP_TOKEN_VALUE: -123456789,

  /** Whether a framework takes a text or a number for a token. */
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
