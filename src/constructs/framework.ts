/**
 * Exports of the framework, which is cdktf here. No other file imports it. For cdktn the build replaces the name in
 * this file, and uses `*.cdktn.ts` instead of files that need more changes.
 */
import "./installed-framework";

export {
  Annotations,
  CloudBackend,
  DataResource,
  Fn,
  type IResolvable,
  type ISynthesisSession,
  Lazy,
  RemoteBackend,
  ref,
  TerraformDataSource,
  TerraformElement,
  type TerraformMetaArguments,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
} from "cdktf";
export { addCustomSynthesis } from "cdktf/lib/synthesize/synthesizer";
