import { contract as propagation } from "./tools/propagation/contract.ts";
import { contract as scout } from "./tools/scout/contract.ts";

/** Contracts of the analysis service's tools, for the gateway and for other services. */
export const contracts = [propagation, scout];
