import { type Static, Type } from "@sinclair/typebox";
import { REASON_CODES } from "../../tool/outcome.ts";
import { enumeration, nullable } from "../../tool/schema.ts";
import { sectionSchema } from "../section.ts";
import { SOURCES } from "./lookup-dkim.ts";

const reason = nullable(enumeration(REASON_CODES, "Why the status is unknown; null otherwise."));
const source = enumeration(
  SOURCES,
  "Where the selector comes from. `given`: from your request; `provider`: guessed from the mail servers and the SPF record; `common` and `rare`: from this API's list of selectors.",
);

const Key = Type.Object(
  {
    selector: Type.String(),
    source,
    provider: nullable(Type.String({ description: "Provider that usually uses this selector." })),
    aliases: Type.Array(Type.String(), { description: "Targets of the CNAME chain, in order." }),
    records: Type.Array(Type.String()),
    status: enumeration(
      ["valid", "weak", "invalid", "revoked", "not_a_key", "missing"],
      "`missing`: there is an alias (CNAME), but no record at its target.",
    ),
    type: nullable(Type.String({ description: "Key type: rsa, ed25519, or the value of k=." })),
    bits: nullable(Type.Integer()),
    flags: Type.Array(Type.String(), { description: "Flags of the key (tag t)." }),
    hashes: nullable(
      Type.Array(Type.String(), {
        description: "Hash algorithms that the key allows (tag h); null if all are allowed.",
      }),
    ),
    services: nullable(
      Type.Array(Type.String(), {
        description: "Services that the key is for (tag s); null if it is for all.",
      }),
    ),
    notes: nullable(Type.String()),
  },
  { title: "DkimKey" },
);

/** Schema of the DKIM section. */
export const DkimData = sectionSchema(
  {
    conclusion: enumeration(
      ["found", "not_found_in_tried", "proven_absent", "unknown"],
      "Selectors cannot be listed, so only `proven_absent` means that there is no key. That conclusion rests on the name servers' NXDOMAIN for `_domainkey` (RFC 8020), which a few servers return wrongly, or on a wildcard that answers for `_domainkey` and all names below it (RFC 4592).",
    ),
    proof: nullable(
      Type.Object(
        {
          name: Type.String(),
          secure: Type.Boolean({
            description: "True if DNSSEC proves the absence, according to this API's resolver.",
          }),
        },
        { description: "Proof of the conclusion `proven_absent`." },
      ),
    ),
    wildcard: nullable(
      Type.Boolean({
        description:
          "True if a wildcard makes every selector exist, so that none is guessed; null if unknown.",
      }),
    ),
    found: Type.Array(Key),
    tried: Type.Array(
      Type.Object({
        selector: Type.String(),
        source,
        status: enumeration(["found", "absent", "unknown"], "Result of the lookup."),
        reason,
      }),
      { description: "All selectors that were looked up." },
    ),
  },
  "DKIM keys (RFC 6376, RFC 8301, RFC 8463). The status `unknown` without a reason means that no key was found, which proves nothing.",
);
/** The DKIM section of the answer. */
export type DkimData = Static<typeof DkimData>;
