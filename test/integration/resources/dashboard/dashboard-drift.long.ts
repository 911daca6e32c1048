// Includes the tests that `npm test` omits.
import "./dashboard-drift.test";
