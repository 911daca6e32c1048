// Includes the tests that `npm test` omits.
import "./foreign-names.test";
