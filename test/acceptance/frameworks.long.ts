// Includes the tests that `npm test` omits.
import "./frameworks.test";
