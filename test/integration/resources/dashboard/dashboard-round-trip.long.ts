// Includes the tests that `npm test` omits.
import "./dashboard-round-trip.test";
