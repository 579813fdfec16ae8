import type { Contract } from "@dnstools/core/tool/contract";
import { Elysia } from "elysia";
import type { Limiter } from "../rate-limit/limiter.ts";
import { limitHeaders } from "./limit-headers.ts";
import { LINKS, listing } from "./listing.ts";
import { requestState } from "./request-state.ts";

type OwnOptions = { readonly version: string; readonly contracts: readonly Contract[] };

/** Serves the gateway's own routes, which are free of charge: the list of tools and the caller's limit. */
export function own(limiter: Limiter, { version, contracts }: OwnOptions) {
  const list = JSON.stringify({ name: "dnstools", version, tools: contracts.map(listing), ...LINKS });
  const { windowS } = limiter;
  const costs = Object.fromEntries(contracts.map((contract) => [contract.tool, contract.cost]));
  const same = JSON.stringify({ windowS, costs }).slice(1);
  return new Elysia({ name: "own" })
    .use(requestState)
    .get("/api/v1", ({ set }) => {
      set.headers["content-type"] = "application/json";
      return list;
    })
    .get("/api/v1/limits", async ({ caller: { client, keyId }, set }) => {
      set.headers["content-type"] = "application/json";
      const { limit } = limiter.localState(client);
      const state = keyId === null ? await limiter.state(client) : { limit, remaining: limit, resetS: 0 };
      limitHeaders(set.headers as Record<string, string | number>, state, windowS);
      const own = JSON.stringify({ plan: keyId === null ? "anonymous" : "keyed", ...state });
      return `${own.slice(0, -1)},${same}`;
    });
}
