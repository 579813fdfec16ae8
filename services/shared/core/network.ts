import { type Static, Type } from "@sinclair/typebox";
import { type Outcome, REASON_CODES } from "./tool/outcome.ts";
import { enumeration, nullable } from "./tool/schema.ts";

/** Schema of an address block as its registry describes it. */
export const Network = Type.Object(
  {
    handle: nullable(Type.String({ description: "Identifier that the registry uses for the block." })),
    name: nullable(Type.String({ description: "Name of the block." })),
    startAddress: Type.String({ description: "First address of the block." }),
    endAddress: Type.String({ description: "Last address of the block." }),
    cidrs: Type.Array(Type.String(), {
      description: "The block in CIDR notation; empty if the registry does not give it.",
    }),
    type: nullable(
      Type.String({ description: "Kind of allocation or assignment, in the registry's words." }),
    ),
    status: Type.Array(Type.String(), { description: "Status of the block, in the registry's words." }),
    parentHandle: nullable(
      Type.String({ description: "Identifier that the registry uses for the enclosing block." }),
    ),
    organization: nullable(Type.String({ description: "Organization that holds the block." })),
    countryCode: nullable(
      Type.String({
        description: "Country in which the block is registered, which is not necessarily where it is used.",
      }),
    ),
    abuse: Type.Object(
      {
        email: nullable(Type.String({ description: "E-mail address." })),
        phone: nullable(Type.String({ description: "Telephone number." })),
      },
      { description: "Contact for abuse reports." },
    ),
    created: nullable(Type.String({ description: "Date of registration, in the registry's own format." })),
    changed: nullable(Type.String({ description: "Date of the last change, in the registry's own format." })),
    registry: nullable(Type.String({ description: "Server that returned this data." })),
  },
  { title: "Network" },
);
/** An address block as its registry describes it. */
export type Network = Static<typeof Network>;

/** Schema of one source that was queried for registration data. */
export const RegistrySource = Type.Object(
  {
    kind: enumeration(
      ["rdap", "whois", "dns", "table"],
      "How the source was queried; `table` means that a fixed rule applies and nothing was queried.",
    ),
    server: Type.String({ description: "URL or name of the server, or the rule that applies." }),
    status: enumeration(
      ["ok", "absent", "unknown"],
      "Result of the query; `absent` means that the source has no such object.",
    ),
    says: nullable(
      enumeration(
        ["registered", "not_found", "reserved", "delegated", "not_delegated"],
        "What the source says about the domain; null for addresses, or if the source says nothing.",
      ),
    ),
    reason: nullable(enumeration(REASON_CODES, "Why the result is unknown; null if it is known.")),
  },
  { title: "RegistrySource" },
);
/** One source that was queried for registration data. */
export type RegistrySource = Static<typeof RegistrySource>;

/** The address block that contains an address, and the sources queried for this block, in query order. */
export type NetworkFound = {
  readonly outcome: Outcome<Network>;
  readonly sources: readonly RegistrySource[];
  readonly elapsedMs: number;
};
