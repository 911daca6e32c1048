import { writePages } from "./docs/write-pages";

/** Generates docs/reference from the declarations. */
writePages();
