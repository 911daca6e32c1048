// Includes the tests that `npm test` omits.
import "./watch.test";
