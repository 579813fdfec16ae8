import { Network, RegistrySource } from "@dnstools/core/network";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { Part } from "@dnstools/core/tool/part";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";

/** Why a name does not lead back to the address, beside the reasons for unknown. */
const NOT_CONFIRMED = ["no_forward", "other_address", "not_in_public_dns", "not_a_host_name"] as const;

const Ptr = Type.Object({
  name: Type.String({ description: "As dig prints it, without the trailing dot." }),
  addresses: Type.Array(Type.String(), {
    description:
      "Its addresses of the same family, at most 32. They are only shown: nothing connects to them.",
  }),
  confirmed: nullable(
    Type.Boolean({ description: "Whether one of them is the address; null where that is unknown." }),
  ),
  reason: nullable(
    enumeration([...NOT_CONFIRMED, ...REASON_CODES], "Why it is not confirmed, or why that is unknown."),
  ),
  generic: Type.Boolean({
    description:
      "Whether the name holds the address's own numbers, as those that providers give to all. A guess.",
  }),
});

const Origin = Type.Object({
  asn: Type.Integer({ description: "Number of an AS that announces the prefix." }),
  name: nullable(Type.String({ description: "The AS's name; null where it is not known." })),
  prefix: Type.String({
    description: "What it announces; of a local database the block that it has it for.",
  }),
});

export const Data = Type.Object({
  ip: Type.String(),
  version: Type.Union([Type.Literal(4), Type.Literal(6)]),
  reverseName: Type.String({ description: "The name whose PTR records were asked for." }),
  aliases: Type.Array(Type.String(), { description: "Where its aliases lead (RFC 2317), in order." }),
  ptr: nullable(
    Type.Array(Ptr, { description: "At most 20; empty where there is none. Null where it is unknown." }),
  ),
  ptrTotal: nullable(Type.Integer({ description: "How many PTR records there are." })),
  fcrdns: Verdict,
  origins: nullable(
    Type.Array(Origin, {
      description: "Several where several announce it (MOAS); empty where the source knows none.",
    }),
  ),
  network: nullable(Network),
  country: nullable(
    Type.Object({
      code: Type.String({ description: "Two letters (ISO 3166-1)." }),
      kind: Type.Literal("registered", { description: "Where it is registered. That is no location." }),
      source: Type.String(),
    }),
  ),
  parts: Type.Object(
    { ptr: Part, fcrdns: Part, origins: Part, asNames: Part, network: Part },
    { description: "How each part was come by." },
  ),
  sources: Type.Array(RegistrySource, { description: "Who was asked for the network, in turn." }),
});
export type ReverseData = Static<typeof Data>;
