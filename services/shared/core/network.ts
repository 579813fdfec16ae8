import { type Static, Type } from "@sinclair/typebox";
import { type Outcome, REASON_CODES } from "./tool/outcome.ts";
import { enumeration, nullable } from "./tool/schema.ts";

/** A block of addresses, as its registry has it. */
export const Network = Type.Object(
  {
    handle: nullable(Type.String({ description: "The registry's name for it." })),
    name: nullable(Type.String()),
    startAddress: Type.String(),
    endAddress: Type.String(),
    cidrs: Type.Array(Type.String(), {
      description: "The same as CIDR blocks, where the registry gives them.",
    }),
    type: nullable(Type.String({ description: "How it came to its holder, in the registry's words." })),
    status: Type.Array(Type.String()),
    parentHandle: nullable(Type.String()),
    organization: nullable(Type.String({ description: "Who holds it." })),
    countryCode: nullable(Type.String({ description: "Where it is registered; that is no location." })),
    abuse: Type.Object(
      { email: nullable(Type.String()), phone: nullable(Type.String()) },
      { description: "Whom to tell of abuse." },
    ),
    created: nullable(Type.String({ description: "As the registry writes it." })),
    changed: nullable(Type.String({ description: "As the registry writes it." })),
    registry: nullable(Type.String({ description: "Server that gave it." })),
  },
  { title: "Network" },
);
export type Network = Static<typeof Network>;

/** Somebody who was asked about a registration. */
export const RegistrySource = Type.Object(
  {
    kind: enumeration(
      ["rdap", "whois", "dns", "table"],
      "How it was asked; `table`: nobody was, it is a rule.",
    ),
    server: Type.String({ description: "A URL, a server's name, or the rule." }),
    status: enumeration(["ok", "absent", "unknown"], "`absent`: it has no such object."),
    says: nullable(
      enumeration(
        ["registered", "not_found", "reserved", "delegated", "not_delegated"],
        "What that says about a domain; null of addresses, and where it says nothing.",
      ),
    ),
    reason: nullable(enumeration(REASON_CODES, "Why it is unknown.")),
  },
  { title: "RegistrySource" },
);
export type RegistrySource = Static<typeof RegistrySource>;

/** What registries say of the block that an address lies in, and who was asked in turn. */
export type NetworkFound = {
  readonly outcome: Outcome<Network>;
  readonly sources: readonly RegistrySource[];
  readonly elapsedMs: number;
};
