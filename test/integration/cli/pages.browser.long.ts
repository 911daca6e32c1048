// Includes the tests that `npm test` omits.
import "./pages.browser.test";
