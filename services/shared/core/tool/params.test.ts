import { expect, test } from "bun:test";
import { domain, host } from "./params.ts";

const RULES = { allow: [], deny: { names: [], blocks: [] } };

test("a host name may contain an underscore, as some real hosts do; a domain may not", () => {
  const server = host({ description: "", example: "www.example.com" });
  expect(server.parse("a_b.example.com", RULES)).toEqual({ ok: true, value: "a_b.example.com" as never });
  expect(server.parse("*.example.com", RULES).ok).toBe(false);
  expect(server.parse("0/25.2.0.192.in-addr.arpa", RULES)).toEqual({
    ok: false,
    message: expect.stringContaining("slash"),
  });
  expect(domain({ description: "" }).parse("a_b.example.com", RULES).ok).toBe(false);
});
