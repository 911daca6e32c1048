/**
 * Generates the reference in docs/ and the types of the props, src/generated/declared-types.ts, from the declarations.
 *
 *     npm run docs
 */

import { writePages } from "./write-pages";

writePages();
