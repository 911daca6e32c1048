// Includes the tests that `npm test` omits.
import "./requests.test";
