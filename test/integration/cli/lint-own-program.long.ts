// Includes the tests that `npm test` omits.
import "./lint-own-program.test";
