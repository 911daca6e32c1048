import { join } from "node:path";
import { CopyWithNewType } from "../../support/copy-with-new-type";

const MINUTES = 5;

test(
  "a copy of the project with the new resource type passes the type check",
  async () => {
    const copy = new CopyWithNewType();
    try {
      expect(await copy.outputOf("--import", "tsx", join("scripts", "docs", "main.ts"))).toBe("");
      expect(await copy.typeErrors(".")).toBe("");
    } finally {
      copy.remove();
    }
  },
  MINUTES * 60_000,
);
