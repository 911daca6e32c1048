// Includes the tests that `npm test` omits.
import "./provider-found.test";
