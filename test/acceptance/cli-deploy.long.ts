// Includes the tests that `npm test` omits.
import "./cli-deploy.test";
