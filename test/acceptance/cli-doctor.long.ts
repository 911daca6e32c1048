// Includes the tests that `npm test` omits.
import "./cli-doctor.test";
