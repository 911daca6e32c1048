import { testAdoptedKeys, testRestrictedKeys } from "../support/acceptance/key-get-and-update";

testAdoptedKeys("403");
testRestrictedKeys("405");
