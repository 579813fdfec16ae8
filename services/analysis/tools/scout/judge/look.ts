import type { Ids } from "../../exchanges.ts";
import type { ScoutData } from "../data.ts";
import type { ScoutObservation } from "../observations.ts";

/** Everything that findings are derived from. */
export type Look = { readonly data: ScoutData; readonly observed: ScoutObservation; readonly ids: Ids };
