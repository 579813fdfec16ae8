import { mail } from "./mail/index.ts";

export const tools = [mail];
