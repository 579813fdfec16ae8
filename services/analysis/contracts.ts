import { contract as propagation } from "./tools/propagation/contract.ts";
import { contract as scout } from "./tools/scout/contract.ts";

/** What the analysis service offers, for the gateway and for other services. */
export const contracts = [propagation, scout];
