import { testRemovedTiles } from "../support/acceptance/tile-with-alert";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testRemovedTiles("managed");
