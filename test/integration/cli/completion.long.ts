// Includes the tests that `npm test` omits.
import "./completion.test";
