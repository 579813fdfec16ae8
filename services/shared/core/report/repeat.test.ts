import { expect, test } from "bun:test";
import type { Evidence } from "../tool/evidence.ts";
import { repeatOf } from "./repeat.ts";

const linesOf = (question: string, transport: Evidence["transport"]) =>
  repeatOf({
    ...{ id: "1", question, server: "www.example.com", address: "9.9.9.9#443", transport, rcode: null },
    ...{ flags: [], errors: [], nsid: null, ttl: null, elapsedMs: 1, at: "", reason: null },
  })?.lines ?? null;

const LOOK = "openssl s_client -connect";

test.each([
  [`${LOOK} 9.9.9.9:443 -servername www.example.com -showcerts`, "tls"],
  [`${LOOK} 9.9.9.9:25 -starttls smtp -noservername -showcerts`, "smtp"],
  [`${LOOK} 9.9.9.9:443 -noservername -no_tls1_3 -status -cipher ALL:@SECLEVEL=0 -showcerts`, "tls"],
] as const)("a TLS exchange is repeated with openssl: %s", (question, transport) => {
  expect(linesOf(question, transport)).toEqual([`${question} </dev/null`]);
});

test("the brackets of an IPv6 address are quoted", () => {
  expect(linesOf(`${LOOK} [2620:fe::fe]:443 -noservername -showcerts`, "tls")).toEqual([
    `${LOOK} '[2620:fe::fe]:443' -noservername -showcerts </dev/null`,
  ]);
});

test.each([
  `${LOOK} 9.9.9.9:443 -servername $(touch`,
  `${LOOK} 9.9.9.9:443 -servername a;id`,
  `${LOOK} 9.9.9.9:443 -engine x`,
  `${LOOK} [::1]':443 -noservername`,
  `${LOOK} 9.9.9.9:443 -cipher $(id):@SECLEVEL=0`,
  "openssl req -x509",
  "GET http://www.example.com/",
])("a question with shell metacharacters gives no command: %s", (question) => {
  expect(linesOf(question, "tls")).toBeNull();
});
