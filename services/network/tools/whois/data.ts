import { Network, RegistrySource } from "@dnstools/core/network";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { Part } from "@dnstools/core/tool/part";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

const AVAILABILITIES = ["available", "registered", "reserved", "unknown"] as const;

const time = (what: string) =>
  nullable(
    Type.String({
      description: `${what}, in ISO 8601, a time in UTC; null where it is not told, or could be read in two ways.`,
    }),
  );

const Registration = {
  registrar: nullable(
    Type.Object({
      name: nullable(Type.String()),
      ianaId: nullable(Type.String({ description: "Its number at IANA." })),
      url: nullable(Type.String()),
      whoisServer: nullable(
        Type.String({ description: "Its own server at port 43, as the registry names it." }),
      ),
      abuse: Type.Object({ email: nullable(Type.String()), phone: nullable(Type.String()) }),
    }),
  ),
  reseller: nullable(Type.String({ description: "Who sold it for the registrar." })),
  registrant: nullable(
    Type.Object(
      { organization: nullable(Type.String()), country: nullable(Type.String()) },
      { description: "The holder, as far as that is an organisation and published." },
    ),
  ),
  registryId: nullable(Type.String({ description: "The registry's own name for the domain." })),
  dates: Type.Object({
    created: time("When it was registered"),
    updated: time("When it was changed last"),
    expires: time("Until when it is registered"),
    raw: Type.Object(
      {
        created: nullable(Type.String()),
        updated: nullable(Type.String()),
        expires: nullable(Type.String()),
      },
      { description: "The same as the registry wrote them." },
    ),
  }),
  status: Type.Array(
    Type.Object({
      code: Type.String({ description: "As in EPP (RFC 5731, RFC 3915) where the registry uses that." }),
      meaning: nullable(Type.String({ description: "In plain words; null for a registry's own." })),
    }),
  ),
  nameServers: Type.Array(
    Type.Object({ name: Type.String(), addresses: Type.Array(Type.String(), { description: "Glue." }) }),
  ),
  dnssec: Type.Object({
    signed: nullable(
      Type.Boolean({ description: "Whether the registry has DS records; null where it does not tell." }),
    ),
    ds: Type.Array(
      Type.Object({
        keyTag: Type.Integer(),
        algorithm: Type.Integer(),
        digestType: Type.Integer(),
        digest: Type.String(),
      }),
    ),
  }),
  redacted: Type.Array(Type.String(), { description: "What the registry has and does not tell (RFC 9537)." }),
};
export const RegistrationData = Type.Object(Registration);
export type RegistrationData = Static<typeof RegistrationData>;

const Raw = Type.Object({
  server: Type.String(),
  text: Type.String({
    description: "What it sent, decoded, without control characters; at most 8192 characters.",
  }),
  cut: Type.Boolean({ description: "Whether it sent more." }),
});

export const Data = Type.Object({
  ip: nullable(Type.String()),
  domain: nullable(Type.String({ description: "The name asked about, in A-labels." })),
  unicode: nullable(Type.String({ description: "The registrable domain as people write it." })),
  registrable: nullable(
    Type.String({
      description: "The domain that is registered, for which this is the answer (public suffix list).",
    }),
  ),
  availability: nullable(
    enumeration(
      AVAILABILITIES,
      "Whether the domain can be registered; null for addresses. See `sources` for the proof.",
    ),
  ),
  reason: nullable(enumeration(REASON_CODES, "Why the availability is unknown.")),
  reserved: nullable(Type.String({ description: "Who reserves the name, or in what words." })),
  ...Registration,
  transferLocked: nullable(
    Type.Boolean({
      description: "Whether it is locked against transfers to another registrar; null where no status tells.",
    }),
  ),
  retryAfterS: nullable(
    Type.Integer({
      description: "Seconds after which a registry that said we ask too often may be asked again.",
    }),
  ),
  raw: Type.Array(Raw, {
    description: "The texts of servers at port 43, each by itself: the registry's own words, read or not.",
  }),
  network: nullable(Network),
  sources: Type.Array(RegistrySource, {
    description: "Who was asked, what each says, and the rules that decide.",
  }),
  parts: Type.Object({ registration: Part, delegation: Part, network: Part }),
});
export type WhoisData = Static<typeof Data>;
