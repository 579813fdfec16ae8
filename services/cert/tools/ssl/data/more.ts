import { OCSP_FAULTS } from "@dnstools/core/protocol/x509/ocsp";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";
import { count, orNull, reason, sameAs, text, time } from "./fields.ts";

/** Versions of TLS that are looked for, the newest first. */
export const VERSIONS = ["TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1", "SSLv3"] as const;

const taken = () => nullable(Type.Boolean());

/** Whether a further connection showed what it was for. */
const Asked = enumeration(["seen", "unknown"], "`unknown`: the connection did not show it.");

export const More = Type.Object(
  {
    status: enumeration(["asked", "skipped"], "`skipped`: no further connection was made."),
    reason: reason("Why it was skipped: `budget` where the first connection took long."),
    versions: nullable(
      Type.Object(
        { "TLSv1.3": taken(), "TLSv1.2": taken(), "TLSv1.1": taken(), TLSv1: taken(), SSLv3: taken() },
        { description: "Whether the server takes each version; null: not known." },
      ),
    ),
    rsa: nullable(
      Type.Object(
        {
          status: Asked,
          certificate: sameAs("Null where there is none."),
          verdicts: nullable(
            Type.Object({ validity: Verdict, host: Verdict, trust: Verdict, chain: Verdict }),
          ),
        },
        { description: "A second certificate, shown to clients that take RSA alone." },
      ),
    ),
    withoutName: nullable(
      Type.Object(
        { status: Asked, certificate: sameAs("Null where none is shown.") },
        { description: "What is shown to clients that send no server name (SNI)." },
      ),
    ),
    stapling: nullable(
      Type.Object(
        {
          status: enumeration(
            ["good", "revoked", "unknown", "absent"],
            "Of the OCSP answer that came with the certificate, whose signature is checked; `absent`: none came.",
          ),
          reason: nullable(enumeration(["no_answer", "no_issuer", ...OCSP_FAULTS], "Why it is unknown.")),
          thisUpdate: nullable(time("When it was made.")),
          nextUpdate: nullable(time("Until when it holds.")),
        },
        { description: "The stapled OCSP answer (RFC 6066 8), as TLS 1.2 shows it." },
      ),
    ),
    clientCertificate: nullable(Type.Boolean({ description: "Whether a client is asked for one." })),
    weakCipher: nullable(
      Type.Object(
        {
          status: Asked,
          cipher: orNull("The one it takes from a client that has no better; null where it takes none."),
        },
        {
          description:
            "Ciphers without forward secrecy, or broken ones. Clients of today choose none of them.",
        },
      ),
    ),
  },
  {
    description:
      "What further connections show, none of which a verdict waits for. Null: not asked for, or of another address of the same mail server.",
  },
);

/** What the web server does over HTTP, at one address. */
export const Web = Type.Object({
  host: text("The host."),
  redirect: Type.Object({
    status: enumeration(["https", "elsewhere", "none", "unknown"], "Where port 80 leads."),
    reason: reason("Why it is unknown."),
    location: orNull("As the server says it."),
  }),
  hsts: Type.Object({
    status: enumeration(["present", "absent", "unknown"], "Strict-Transport-Security (RFC 6797) over HTTPS."),
    reason: reason("Why it is unknown: clients go by it only where the certificate is trusted."),
    maxAge: nullable(count("Seconds.")),
    includeSubDomains: nullable(Type.Boolean()),
    preload: nullable(Type.Boolean()),
  }),
});
export type More = Static<typeof More>;
export type Web = Static<typeof Web>;
