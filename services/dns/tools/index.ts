import { dns } from "./dns/index.ts";

/** All tools of the dns service. */
export const tools = [dns];
