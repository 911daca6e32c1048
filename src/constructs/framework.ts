/** What the constructs use of the framework. No other file names it. */
export {
  Annotations,
  CloudBackend,
  Fn,
  type IResolvable,
  type ISynthesisSession,
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
