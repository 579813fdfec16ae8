import { expect, test } from "bun:test";
import { makeSigner } from "../protocol/dnssec/test/signer.ts";
import { createWork } from "../protocol/dnssec/work.ts";
import type { ServerReply, TypeObservation } from "./observations.ts";
import { failuresOf } from "./signed-answers.ts";
import { NONE, serverReply } from "./test/server-reply.ts";
import type { LinkJudged } from "./trust-chain.ts";

const signer = makeSigner();
const link: LinkJudged = {
  ...{
    zone: "example.com",
    trust: "secure",
    reason: null,
    server: null,
    state: null,
    gap: null,
    match: null,
  },
  ...{ keys: [signer.key], broken: [], dsDiffers: false },
};

function failures(name: string, type: TypeObservation["type"], one: ServerReply) {
  const observed = {
    type,
    source: "authoritative",
    server: null,
    outcome: one.outcome,
    outOfZone: null,
    replies: [one],
  };
  return failuresOf([observed as TypeObservation], name, link, 1500, createWork()).map(
    ({ name: of, types, state, gap }) => [of, types.join(), state, gap].join(" "),
  );
}

const SOA = "example.com. 3600 IN SOA ns.example.com. h.example.com. 1 2 3 4 5";
const A = { text: "www.example.com. 3600 IN A 192.0.2.1", by: signer };
const ALIAS = "b.example.com. 3600 IN CNAME www.example.com.";
/** An alias of the zone, and its target's records as another zone signs them. */
const behind = (zone: string) => ({
  text: `${ALIAS}\n${A.text}`,
  by: signer,
  zones: { "www.example.com": zone },
});

test.each<[string, string, TypeObservation["type"], ServerReply, string[]]>([
  ["an answer with signatures", "www.example.com", "A", serverReply(A, NONE), []],
  [
    "unsigned NS in the authority section of an answer, which resolvers drop",
    ...(["www.example.com", "A"] as const),
    serverReply(A, { text: "example.com. 3600 IN NS ns.example.com.", by: null }),
    [],
  ],
  [
    "NS with a wrong signature in the authority section of an answer",
    ...(["www.example.com", "A"] as const),
    serverReply(A, { text: "example.com. 3600 IN NS ns.example.com.", by: makeSigner() }),
    [],
  ],
  [
    "an unsigned SOA in a denial",
    ...(["www.example.com", "A"] as const),
    serverReply(NONE, { text: SOA, by: null }),
    ["example.com SOA missing ", "www.example.com A not_denied no_records"],
  ],
  [
    "compact denial (RFC 9824)",
    ...(["gone.example.com", "A"] as const),
    serverReply(NONE, {
      text: `${SOA}\ngone.example.com. 300 IN NSEC \\000.gone.example.com. RRSIG NSEC TYPE128`,
      by: signer,
    }),
    [],
  ],
  [
    "compact denial with NXDOMAIN",
    ...(["gone.example.com", "A"] as const),
    serverReply(
      NONE,
      {
        text: `${SOA}\ngone.example.com. 300 IN NSEC \\000.gone.example.com. RRSIG NSEC TYPE128`,
        by: signer,
      },
      "NXDOMAIN",
    ),
    [],
  ],
  [
    "compact denial with NXDOMAIN but without NXNAME: the name exists",
    ...(["gone.example.com", "A"] as const),
    serverReply(
      NONE,
      { text: `${SOA}\ngone.example.com. 300 IN NSEC \\000.gone.example.com. RRSIG NSEC`, by: signer },
      "NXDOMAIN",
    ),
    ["gone.example.com A not_denied name_exists"],
  ],
  [
    "a wildcard with a name below it and no records",
    ...(["b.example.com", "A"] as const),
    serverReply(NONE, {
      text: `${SOA}\nexample.com. 300 IN NSEC _tcp.*.example.com. NS SOA\n_tcp.*.example.com. 300 IN NSEC www.example.com. TXT`,
      by: signer,
    }),
    [],
  ],
  [
    "an answer signed in the name of a child zone that is not delegated",
    ...(["www.example.com", "A"] as const),
    serverReply(A, NONE, "NOERROR", "www.example.com"),
    ["www.example.com A wrong "],
  ],
  [
    "records behind an alias, signed in the name of a zone that does not contain them",
    ...(["b.example.com", "A"] as const),
    serverReply(behind("other.example.com"), NONE),
    ["www.example.com A wrong "],
  ],
  [
    "records behind an alias, in a child zone",
    ...(["b.example.com", "A"] as const),
    serverReply(behind("www.example.com"), NONE),
    [],
  ],
  [
    "an alias with an unsigned SOA of the zone in the authority section, which resolvers drop",
    ...(["b.example.com", "A"] as const),
    serverReply(behind("example.com"), { text: SOA, by: null }),
    [],
  ],
  [
    "an alias beside an SOA without NSEC: no denial of the target, which resolvers query themselves",
    ...(["b.example.com", "AAAA"] as const),
    serverReply({ text: ALIAS, by: signer }, { text: SOA, by: signer }),
    [],
  ],
  [
    "an alias whose target has no records, with the NSEC of another name (RFC 4035 5.4)",
    ...(["b.example.com", "AAAA"] as const),
    serverReply(
      { text: ALIAS, by: signer },
      { text: `${SOA}\na.example.com. 300 IN NSEC c.example.com. A`, by: signer },
    ),
    ["www.example.com AAAA not_denied name_not_covered"],
  ],
  [
    "an alias whose target has no records, with the proof",
    ...(["b.example.com", "AAAA"] as const),
    serverReply(
      { text: ALIAS, by: signer },
      { text: `${SOA}\nwww.example.com. 300 IN NSEC example.com. A`, by: signer },
    ),
    [],
  ],
  [
    "an alias into a child zone on the same servers, which denies the target",
    ...(["b.example.com", "AAAA"] as const),
    serverReply(
      { text: ALIAS, by: signer },
      { text: SOA.replace("example.com.", "www.example.com."), by: null },
    ),
    [],
  ],
  [
    "an NSEC whose next name is outside the zone (RFC 4034 4.1.1)",
    ...(["nx.example.com", "A"] as const),
    serverReply(
      NONE,
      { text: `${SOA}\nexample.com. 300 IN NSEC zzz.example.net. SOA`, by: signer },
      "NXDOMAIN",
    ),
    ["nx.example.com A not_denied leaves_zone"],
  ],
])("%s", (_, name, type, one, expected) => {
  expect(failures(name, type, one)).toEqual(expected);
});
