// Includes the tests that `npm test` omits.
import "./debugging.test";
