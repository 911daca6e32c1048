/**
 * Generates the reference in docs/ and the types of the props, src/resources/declared-types.ts, from the declarations.
 *
 *     npm run docs
 */

import { writePages } from "./write-pages";

writePages();
