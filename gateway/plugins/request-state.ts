import { Elysia } from "elysia";
import type { Charge } from "../policies/limit/charge.ts";
import type { Turn } from "./admission.ts";
import { type Caller, UNKNOWN } from "./caller.ts";
import type { Asked } from "./parameters.ts";

/**
 * What the steps of the chain find out about a request, by name and type. Each plugin uses this one, and takes only the members
 * that it needs out of the context: Elysia reads a hook's parameters, and parses cookies, query and body for one that takes all.
 */
export const requestState = new Elysia({ name: "request-state" })
  .decorate("requestId", "")
  .decorate("caller", UNKNOWN)
  .decorate("asked", null as Asked | null)
  .decorate("charge", null as Charge | null)
  .decorate("turn", null as Turn | null);

/** The request as its first step leaves it. */
export type RequestState = {
  readonly caller: Caller;
  readonly asked: Asked | null;
};
