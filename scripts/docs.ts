import { writePages } from "./docs/write-pages";

/** Generates the reference below docs from the declarations. */
writePages();
