import { expect, test } from "bun:test";
import { statusesOf } from "./judge-status.ts";

test.each([
  [
    ["client transfer prohibited", "active"],
    ["clientTransferProhibited", "active"],
  ],
  [["clientTransferProhibited https://icann.org/epp#clientTransferProhibited"], ["clientTransferProhibited"]],
  [["REGISTERED, DELEGATED, VERIFIED"], ["REGISTERED", "DELEGATED", "VERIFIED"]],
  [["connect"], ["connect"]],
  [["", "ok", "ok"], ["ok"]],
])("%j is %j", (raw, codes) => expect(statusesOf(raw).map(({ code }) => code)).toEqual(codes));

test("EPP statuses have an explanation, a registry's own statuses have none", () => {
  expect(statusesOf(["redemption period"])[0]?.meaning).toContain("restored");
  expect(statusesOf(["connect"])[0]?.meaning).toBeNull();
});
