import type { Host } from "../plan/shapes.ts";
import { failure } from "./rdap-reply.ts";

export function answerNetwork(request: Request, host: Host): Response {
  return failure(404, "Not Found", [`${host.name} has no ${new URL(request.url).pathname}`]);
}
