// Includes the tests that `npm test` omits.
import "./command.test";
