// Includes the tests that `npm test` omits.
import "./key-names.test";
