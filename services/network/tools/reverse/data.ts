import { Network, RegistrySource } from "@dnstools/core/network";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { Part } from "@dnstools/core/tool/part";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";

/** Reasons why a name is not confirmed, in addition to the reasons why a result is unknown. */
const NOT_CONFIRMED = ["no_forward", "other_address", "not_in_public_dns", "not_a_host_name"] as const;

const Ptr = Type.Object({
  name: Type.String({ description: "Name in the PTR record as dig prints it, without the trailing dot." }),
  addresses: Type.Array(Type.String(), {
    description: "Addresses of the name in the same family, at most 32. This API does not connect to them.",
  }),
  confirmed: nullable(
    Type.Boolean({
      description: "True if one of the name's addresses is the queried address; null if that is unknown.",
    }),
  ),
  reason: nullable(
    enumeration(
      [...NOT_CONFIRMED, ...REASON_CODES],
      "Reason why the name is not confirmed, or why that is unknown.",
    ),
  ),
  generic: Type.Boolean({
    description:
      "True if the name contains the numbers of the address, like the names that providers assign to all their addresses. This is a guess.",
  }),
});

const Origin = Type.Object({
  asn: Type.Integer({ description: "Number of an AS that announces the prefix." }),
  name: nullable(Type.String({ description: "Name of the AS; null if it is not known." })),
  prefix: Type.String({
    description: "Prefix that the AS announces; with a local database, the block in its entry.",
  }),
});

/** Schema of the `data` field in the reverse tool's answers. */
export const Data = Type.Object({
  ip: Type.String(),
  version: Type.Union([Type.Literal(4), Type.Literal(6)]),
  reverseName: Type.String({ description: "Reverse name whose PTR records were queried." }),
  aliases: Type.Array(Type.String(), {
    description: "Targets of the reverse name's aliases (RFC 2317), in order.",
  }),
  ptr: nullable(
    Type.Array(Ptr, {
      description: "Names in the PTR records, at most 20; empty if there is none, null if they are unknown.",
    }),
  ),
  ptrTotal: nullable(Type.Integer({ description: "Number of PTR records; null if it is unknown." })),
  fcrdns: Verdict,
  origins: nullable(
    Type.Array(Origin, {
      description: "ASes that announce the address: several in case of MOAS, empty if the source knows none.",
    }),
  ),
  network: nullable(Network),
  country: nullable(
    Type.Object({
      code: Type.String({ description: "Country code of two letters (ISO 3166-1)." }),
      kind: Type.Literal("registered", {
        description: "The country is the place of registration, not the location of the host.",
      }),
      source: Type.String(),
    }),
  ),
  parts: Type.Object(
    { ptr: Part, fcrdns: Part, origins: Part, asNames: Part, network: Part },
    { description: "State, source and duration of each part of the answer." },
  ),
  sources: Type.Array(RegistrySource, {
    description: "Registry servers that were asked for the network, in order.",
  }),
});
/** The `data` field of the reverse tool's answers. */
export type ReverseData = Static<typeof Data>;
