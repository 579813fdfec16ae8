import type { Ids } from "../../exchanges.ts";
import type { ScoutData } from "../data.ts";
import type { ScoutObservation } from "../observations.ts";

/** What findings are made of. */
export type Look = { readonly data: ScoutData; readonly observed: ScoutObservation; readonly ids: Ids };
