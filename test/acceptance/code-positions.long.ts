// Includes the tests that `npm test` omits.
import "./code-positions.test";
