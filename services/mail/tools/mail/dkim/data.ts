import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { sectionSchema } from "../section.ts";
import { SOURCES } from "./lookup-dkim.ts";

const reason = nullable(enumeration(REASON_CODES, "Why it is unknown."));
const source = enumeration(
  SOURCES,
  "`given`: by you; `provider`: guessed from the mail servers and SPF; `common` and `rare`: of a list.",
);

const Key = Type.Object(
  {
    selector: Type.String(),
    source,
    provider: nullable(Type.String({ description: "Whose selector it usually is." })),
    aliases: Type.Array(Type.String(), { description: "Where its CNAMEs lead, in order." }),
    records: Type.Array(Type.String()),
    status: enumeration(
      ["valid", "weak", "invalid", "revoked", "not_a_key", "missing"],
      "`missing`: there is an alias, and nothing where it leads.",
    ),
    type: nullable(Type.String({ description: "rsa, ed25519, or what it says (k=)." })),
    bits: nullable(Type.Integer()),
    flags: Type.Array(Type.String(), { description: "t=" }),
    hashes: nullable(Type.Array(Type.String(), { description: "h=; null: all." })),
    services: nullable(Type.Array(Type.String(), { description: "s=; null: all." })),
    notes: nullable(Type.String()),
  },
  { title: "DkimKey" },
);

export const DkimData = sectionSchema(
  {
    conclusion: enumeration(
      ["found", "not_found_in_tried", "proven_absent", "unknown"],
      "Selectors cannot be listed: only `proven_absent` is a no. It rests on the name servers' NXDOMAIN for `_domainkey` (RFC 8020), which a few servers give wrongly.",
    ),
    proof: nullable(
      Type.Object(
        {
          name: Type.String(),
          secure: Type.Boolean({ description: "Whether DNSSEC proves it, as far as our resolver tells." }),
        },
        { description: "Of `proven_absent`." },
      ),
    ),
    wildcard: nullable(
      Type.Boolean({ description: "Whether any selector exists; then none is guessed. Null where unknown." }),
    ),
    found: Type.Array(Key),
    tried: Type.Array(
      Type.Object({
        selector: Type.String(),
        source,
        status: enumeration(["found", "absent", "unknown"], "What is there."),
        reason,
      }),
      { description: "Every selector that was asked for." },
    ),
  },
  "DKIM keys (RFC 6376, RFC 8301, RFC 8463). A status `unknown` without reason: none was found, which proves nothing.",
);
export type DkimData = Static<typeof DkimData>;
