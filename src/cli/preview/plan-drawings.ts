import { type DrawingOptions, dashboardsSvg } from "../../drawing";
import { contentsOfPlan } from "../contents/from-plan";
import type { PlanJson } from "../stacks/plan-json";
import { drawn, picturesOf } from "./picture";

/** A dashboard that a plan changes, drawn before and after. */
export interface PlanDrawing {
  /** Its address in the configuration. */
  readonly address: string;
  readonly change: "added" | "removed" | "changed";
  /** Self-contained SVG, with its width and height in pixels: 960 wide, or 1216 for a pair. */
  readonly svg: string;
}

/**
 * Draws what a plan does to dashboards, for reports to embed. Pure: reads the plan alone. Dashboards that look the same are left out.
 */
export function planDrawings(plan: PlanJson, options: DrawingOptions = {}): readonly PlanDrawing[] {
  return picturesOf({ name: "", ...contentsOfPlan(plan) }).flatMap((picture) => {
    const { address, change } = picture;
    return change === "none" ? [] : [{ address, change, svg: dashboardsSvg([drawn(picture)], options) }];
  });
}
