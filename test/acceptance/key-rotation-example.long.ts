// Includes the tests that `npm test` omits.
import "./key-rotation-example.test";
