/**
 * Dashboards as pictures: pure functions from fields of the API to SVG and text. Knows no server, no Terraform and no
 * validation.
 */

export { type ChartValue, chartValuesOf, comparedFormat, itemLetter } from "./chart-values";
export { areAlike, marked } from "./compare";
export {
  type ApiFields,
  apiFieldsIn,
  holdsSensitive,
  isFields,
  isSensitive,
  SensitiveValue,
  shownText,
} from "./dashboard-fields";
export { changeSvgs, type DrawingOptions, type DrawnChange, dashboardsSvg, svgOf } from "./dashboard-svg";
export {
  type DrawnDashboard,
  type DrawnSection,
  type DrawnTile,
  drawnDashboard,
  type Place,
} from "./drawn-dashboard";
export { COLUMNS, flawsOf, flawTexts, placeText } from "./flaws";
export { numberText } from "./number-text";
export { round } from "./sketch";
export { alertText, queryText, type SourceName } from "./texts";
export { alertLine, DRAWING_STYLE, escaped, fitted, RowScale, smallText } from "./tile-svg";
