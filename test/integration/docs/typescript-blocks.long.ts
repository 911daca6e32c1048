// Includes the tests that `npm test` omits.
import "./typescript-blocks.test";
