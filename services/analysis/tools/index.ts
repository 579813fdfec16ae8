import { scout } from "./scout/index.ts";

export const tools = [scout];
