// Includes the tests that `npm test` omits.
import "./server-texts.test";
