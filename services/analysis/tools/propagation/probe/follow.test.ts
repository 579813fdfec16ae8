import { expect, test } from "bun:test";
import type { ServerReply } from "@dnstools/core/domain/observations";
import type { Question } from "@dnstools/core/protocol/dns/message";
import type { NetSession } from "@dnstools/net";
import { APEX, a, cname, NAME, nodata, reply, soa } from "../test/written.ts";
import { createFollow } from "./follow.ts";

const server = { name: "ns1", address: "5.0.0.1" };
const replies = (...outcomes: readonly ServerReply["outcome"][]): ServerReply[] =>
  outcomes.map((outcome) => ({ server, outcome }));

test("each end out of the zone is followed once, and at most four for a type with those followed before", async () => {
  const asked: string[] = [];
  const session = {
    resolve: ({ name, type }: Question) => {
      asked.push(`${name} ${type}`);
      return Promise.resolve({ server: null, outcome: nodata() });
    },
  } as unknown as NetSession;
  const follow = createFollow(session, APEX, NAME);
  const ends = await follow(
    "A",
    replies(
      reply([cname("a.cdn.net")]),
      reply([cname("b.cdn.net")]),
      reply([cname("b.cdn.net")]),
      // These replies already contain an answer or a denial, so no alias target is looked up.
      reply([a("93.0.0.1")]),
      reply([cname(`other.${APEX}`)], { authorities: [soa(APEX)] }),
      reply([cname("c.cdn.net")]),
      reply([cname("d.cdn.net")]),
      reply([cname("e.cdn.net")]),
    ),
    ["a.cdn.net"],
  );
  expect(asked).toEqual(["b.cdn.net A", "c.cdn.net A", "d.cdn.net A"]);
  expect(ends.map(({ type, target }) => `${target} ${type}`)).toEqual(asked);
});
