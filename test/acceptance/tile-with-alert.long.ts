import { testRemovedTiles } from "../support/acceptance/tile-with-alert";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testRemovedTiles("managed");
