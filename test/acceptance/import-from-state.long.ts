// Includes the tests that `npm test` omits.
import "./import-from-state.test";
