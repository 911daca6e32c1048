// Includes the tests that `npm test` omits.
import "./check-settings.test";
