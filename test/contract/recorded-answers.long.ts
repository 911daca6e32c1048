// Includes the tests that `npm test` omits.
import "./recorded-answers.test";
