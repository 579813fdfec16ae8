import { propagation } from "./propagation/index.ts";
import { scout } from "./scout/index.ts";

export const tools = [propagation, scout];
