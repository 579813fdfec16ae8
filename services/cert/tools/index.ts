import { ssl } from "./ssl/index.ts";

/** All tools of the cert service. */
export const tools = [ssl];
