/**
 * What the constructs use of the framework, which is cdktf here. No other file names it: the build makes the same
 * constructs for cdktn by putting its name into this file, and `*.cdktn.ts` in the place of a file that needs more than
 * that.
 */
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
  type TerraformResourceLifecycle,
  TerraformStack,
  Token,
} from "cdktf";
export { addCustomSynthesis } from "cdktf/lib/synthesize/synthesizer";
