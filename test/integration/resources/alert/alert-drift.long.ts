// Includes the tests that `npm test` omits.
import "./alert-drift.test";
