import { OCSP_FAULTS } from "@dnstools/core/protocol/x509/ocsp";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";
import { count, orNull, reason, sameAs, text, time } from "./fields.ts";

/** Versions of TLS that are tested, the newest first. */
export const VERSIONS = ["TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1", "SSLv3"] as const;

const taken = () => nullable(Type.Boolean());

/** Schema of the status of a further connection: `seen` if it gave a clear result, otherwise `unknown`. */
const Asked = enumeration(["seen", "unknown"], "`unknown`: the connection did not give a clear result.");

/** Schema of the results of further connections to a server. */
export const More = Type.Object(
  {
    status: enumeration(["asked", "skipped"], "`skipped`: no further connection was made."),
    reason: reason("Reason why further connections were skipped: `budget` if the first connection was slow."),
    versions: nullable(
      Type.Object(
        { "TLSv1.3": taken(), "TLSv1.2": taken(), "TLSv1.1": taken(), TLSv1: taken(), SSLv3: taken() },
        { description: "True for each version that the server accepts; null if this is not known." },
      ),
    ),
    rsa: nullable(
      Type.Object(
        {
          status: Asked,
          certificate: sameAs("SHA-256 of the certificate; null if there is none."),
          verdicts: nullable(
            Type.Object({ validity: Verdict, host: Verdict, trust: Verdict, chain: Verdict }),
          ),
        },
        { description: "Certificate for clients that support only RSA." },
      ),
    ),
    withoutName: nullable(
      Type.Object(
        { status: Asked, certificate: sameAs("SHA-256 of the certificate; null if none is shown.") },
        { description: "Certificate for clients that send no server name (SNI)." },
      ),
    ),
    stapling: nullable(
      Type.Object(
        {
          status: enumeration(
            ["good", "revoked", "unknown", "absent"],
            "Status in the stapled OCSP response, whose signature is checked; `absent`: the server sent none.",
          ),
          reason: nullable(
            enumeration(
              ["no_answer", "no_issuer", ...OCSP_FAULTS],
              "Reason why the stapled status is unknown.",
            ),
          ),
          thisUpdate: nullable(time("Time at which the response was issued.")),
          nextUpdate: nullable(time("Time until which the response is valid.")),
        },
        { description: "Stapled OCSP response (RFC 6066 8) in a TLS 1.2 handshake." },
      ),
    ),
    clientCertificate: nullable(
      Type.Boolean({ description: "True if the server asks clients for a certificate." }),
    ),
    weakCipher: nullable(
      Type.Object(
        {
          status: Asked,
          cipher: orNull(
            "Weak cipher that the server accepts from a client without better ciphers; null if the server accepts none.",
          ),
        },
        {
          description:
            "Test with ciphers that are broken or have no forward secrecy, which current clients do not choose.",
        },
      ),
    ),
  },
  {
    description:
      "Results of further connections, which the verdicts do not depend on. Null if none was made, as for further addresses of a mail server.",
  },
);

/** Schema of a web server's behaviour over HTTP at one address. */
export const Web = Type.Object({
  host: text("Host of the web server."),
  redirect: Type.Object({
    status: enumeration(["https", "elsewhere", "none", "unknown"], "Target of the redirect on port 80."),
    reason: reason("Reason why the redirect is unknown."),
    location: orNull("Location header of the response on port 80."),
  }),
  hsts: Type.Object({
    status: enumeration(["present", "absent", "unknown"], "Strict-Transport-Security (RFC 6797) over HTTPS."),
    reason: reason("Reason why HSTS is unknown: clients follow it only if the certificate is trusted."),
    maxAge: nullable(count("Value of max-age in seconds.")),
    includeSubDomains: nullable(Type.Boolean()),
    preload: nullable(Type.Boolean()),
  }),
});
/** Results of further connections to a server. */
export type More = Static<typeof More>;
/** A web server's behaviour over HTTP. */
export type Web = Static<typeof Web>;
