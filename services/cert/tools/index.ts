import { ssl } from "./ssl/index.ts";

export const tools = [ssl];
