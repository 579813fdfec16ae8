import type { Ids } from "../../exchanges.ts";
import type { ScoutData } from "../data.ts";
import type { ScoutObservation } from "../observations.ts";

/** All input from which findings are derived. */
export type Look = { readonly data: ScoutData; readonly observed: ScoutObservation; readonly ids: Ids };
