import { testAdoptedKeys, testRestrictedKeys } from "../support/acceptance/key-get-and-update";

testAdoptedKeys("403");
testAdoptedKeys("html-404");
testRestrictedKeys("405");
