// Includes the tests that `npm test` omits.
import "./round-trip.test";
