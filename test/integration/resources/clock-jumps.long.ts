// Includes the tests that `npm test` omits.
import "./clock-jumps.test";
