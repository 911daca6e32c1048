// Includes the tests that `npm test` omits.
import "./companions-round-trip.test";
