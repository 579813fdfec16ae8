import { Network, RegistrySource } from "@dnstools/core/network";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { Part } from "@dnstools/core/tool/part";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

const AVAILABILITIES = ["available", "registered", "reserved", "unknown"] as const;

const time = (what: string) =>
  nullable(
    Type.String({
      description: `${what} in ISO 8601, with times in UTC; null if the registry does not give it or its date is ambiguous.`,
    }),
  );

const Registration = {
  registrar: nullable(
    Type.Object({
      name: nullable(Type.String()),
      ianaId: nullable(Type.String({ description: "IANA ID of the registrar." })),
      url: nullable(Type.String()),
      whoisServer: nullable(
        Type.String({ description: "The registrar's own whois server (port 43), as the registry names it." }),
      ),
      abuse: Type.Object({ email: nullable(Type.String()), phone: nullable(Type.String()) }),
    }),
  ),
  reseller: nullable(Type.String({ description: "Reseller that sold the domain for the registrar." })),
  registrant: nullable(
    Type.Object(
      { organization: nullable(Type.String()), country: nullable(Type.String()) },
      { description: "Holder of the domain, if the registry publishes it and it is an organization." },
    ),
  ),
  registryId: nullable(Type.String({ description: "Id of the domain at the registry." })),
  dates: Type.Object({
    created: time("Date of registration"),
    updated: time("Date of the last change"),
    expires: time("Expiry date"),
    raw: Type.Object(
      {
        created: nullable(Type.String()),
        updated: nullable(Type.String()),
        expires: nullable(Type.String()),
      },
      { description: "The dates as the registry wrote them." },
    ),
  }),
  status: Type.Array(
    Type.Object({
      code: Type.String({
        description: "Status code, in EPP form (RFC 5731, RFC 3915) if the registry uses EPP codes.",
      }),
      meaning: nullable(
        Type.String({ description: "Plain explanation of the status; null for a registry's own status." }),
      ),
    }),
  ),
  nameServers: Type.Array(
    Type.Object({
      name: Type.String(),
      addresses: Type.Array(Type.String(), {
        description: "Addresses of the name server at the registry (glue).",
      }),
    }),
  ),
  dnssec: Type.Object({
    signed: nullable(
      Type.Boolean({ description: "True if the registry has DS records; null if it does not say." }),
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
  redacted: Type.Array(Type.String(), {
    description: "Fields that the registry has but withholds (RFC 9537).",
  }),
};
/** Schema of a registration's facts. */
export const RegistrationData = Type.Object(Registration);
/** Facts of a registration. */
export type RegistrationData = Static<typeof RegistrationData>;

const Raw = Type.Object({
  server: Type.String(),
  text: Type.String({
    description: "Text from the server, decoded and without control characters, at most 8192 characters.",
  }),
  cut: Type.Boolean({ description: "True if the text was cut because the server sent more." }),
});

/** Schema of the `data` field in the whois tool's answers. */
export const Data = Type.Object({
  ip: nullable(Type.String()),
  domain: nullable(Type.String({ description: "The queried name in A-labels." })),
  unicode: nullable(Type.String({ description: "The registrable domain in Unicode." })),
  registrable: nullable(
    Type.String({
      description: "The registrable domain that the answer is about (public suffix list).",
    }),
  ),
  availability: nullable(
    enumeration(
      AVAILABILITIES,
      "Availability of the domain for registration; null for addresses. `sources` shows the proof.",
    ),
  ),
  reason: nullable(enumeration(REASON_CODES, "Reason why the availability is unknown.")),
  reserved: nullable(
    Type.String({ description: "Text of the registry, or the rule, that reserves the name." }),
  ),
  ...Registration,
  transferLocked: nullable(
    Type.Boolean({
      description:
        "True if the domain is locked against transfers to another registrar; null if no status shows this.",
    }),
  ),
  retryAfterS: nullable(
    Type.Integer({
      description: "Seconds until a registry that limits this API may be asked again.",
    }),
  ),
  raw: Type.Array(Raw, {
    description:
      "Original texts of the servers on port 43, one for each server, even if this API could not parse them.",
  }),
  network: nullable(Network),
  sources: Type.Array(RegistrySource, {
    description: "Servers that were queried, with their answers, and the rules that decided.",
  }),
  parts: Type.Object({ registration: Part, delegation: Part, network: Part }),
});
/** The `data` field of the whois tool's answers. */
export type WhoisData = Static<typeof Data>;
