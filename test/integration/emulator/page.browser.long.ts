// Includes the tests that `npm test` omits.
import "./page.browser.test";
