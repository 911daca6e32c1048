// Includes the tests that `npm test` omits.
import "./alert-round-trip.test";
