// Includes the tests that `npm test` omits.
import "./install-provider.test";
