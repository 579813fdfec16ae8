import { dns } from "./dns/index.ts";

export const tools = [dns];
