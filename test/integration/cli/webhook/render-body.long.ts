// Includes the tests that `npm test` omits.
import "./render-body.test";
