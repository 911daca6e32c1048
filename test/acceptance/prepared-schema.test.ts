import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { preparedResponsesOf } from "../../src/plugin";
import { provider } from "../../src/provider/provider";
import { Host } from "../support/plugin/harness/host";
import {
  GetProviderSchema_ResponseSchema,
  GetResourceIdentitySchemas_ResponseSchema,
} from "../support/plugin/protocol/tfplugin6_pb";

const SCRIPT = join(__dirname, "..", "..", "dist", "provider", "terraform-provider-clickstack.js");

describe("the schemas in the bundle", () => {
  test("equal the schemas that the provider returns (run the build again if this fails)", async () => {
    const host = await new Host(SCRIPT).connect();
    try {
      const live = preparedResponsesOf(provider);
      const stored = await host.call("getProviderSchema", {});
      expect(stored).toEqual(fromBinary(GetProviderSchema_ResponseSchema, live.GetProviderSchema));
      expect(await host.call("getResourceIdentitySchemas", {})).toEqual(
        fromBinary(GetResourceIdentitySchemas_ResponseSchema, live.GetResourceIdentitySchemas),
      );
      expect(Object.keys(stored.resourceSchemas)).toContain("clickstack_dashboard");
    } finally {
      await host[Symbol.asyncDispose]();
    }
  });
});
