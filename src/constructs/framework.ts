/** What the constructs use of the framework. No other file names it. */
export {
  Annotations,
  Fn,
  type IResolvable,
  type ISynthesisSession,
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
