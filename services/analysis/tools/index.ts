import { propagation } from "./propagation/index.ts";
import { scout } from "./scout/index.ts";

/** The tools of the analysis service. */
export const tools = [propagation, scout];
