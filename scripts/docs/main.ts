/**
 * Generates the reference in docs/ from the declarations.
 *
 *     npm run docs
 */

import { writePages } from "./write-pages";

writePages();
