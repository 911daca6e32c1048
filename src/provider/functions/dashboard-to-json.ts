import { attributeName } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { validate } from "../../declaration/validate";
import { DynamicValue, FunctionArgumentError, isObjectValue, type ProviderFunction, pathText } from "../../plugin";
import { type DashboardDeclaration, dashboard } from "../../resources/dashboard/declaration";
import { wholeBody } from "../../resources/dashboard/mapping";
import { attributePathOf, objectFromTerraform } from "../../resources/shared/terraform-form";

const DASHBOARD = objectShapeOf(dashboard);

/** Returns the body of a dashboard for either API, as the provider sends it in a create. */
export const dashboardToJson: ProviderFunction = {
  summary: "The JSON of a dashboard, as both APIs accept it.",
  description:
    "Returns the JSON that creates the dashboard, from a `clickstack_dashboard` or an object with its attributes: the reverse of `dashboard_from_json`. Its address and the ids of the dashboard and its tiles are left out.",
  parameters: [
    {
      name: "dashboard",
      type: "dynamic",
      description: "A `clickstack_dashboard`, or an object with `name`, `tiles` and other attributes of the resource.",
    },
  ],
  returns: "string",
  call([argument]) {
    const value = argument instanceof DynamicValue ? argument.value : (argument ?? null);
    if (!isObjectValue(value)) {
      throw new FunctionArgumentError(0, "A dashboard is an object with a name and tiles.");
    }
    const { id: _, tile_ids: __, url: ___, ...attributes } = value;
    const declared = objectFromTerraform(DASHBOARD, attributes);
    const { otherFields: ____, ...checked } = declared;
    const refusals = validate(DASHBOARD, checked, () => false, attributeName).map(
      ({ path, message }) => `  - ${pathText(attributePathOf(DASHBOARD, path, declared))}: ${message}`,
    );
    if (refusals.length > 0) {
      throw new FunctionArgumentError(0, `The argument is not a valid dashboard:\n${refusals.join("\n")}`);
    }
    return JSON.stringify(wholeBody(declared as DashboardDeclaration));
  },
};
