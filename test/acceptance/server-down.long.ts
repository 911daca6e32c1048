// Includes the tests that `npm test` omits.
import "./server-down.test";
