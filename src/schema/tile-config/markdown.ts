import * as z from "zod";
import { optional } from "../field";
import { displayType } from "./chart-fields";

/** A text (docs/internals/api-behavior.md 4.6). */
export const markdown = z.object({
  displayType: displayType("markdown"),
  markdown: optional("The text, in Markdown.", z.string().max(50_000), { serverDefault: "" }),
});
