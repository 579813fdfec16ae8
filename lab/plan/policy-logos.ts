import { gzipSync } from "node:zlib";
import { type Certificate, certificateFor, type Differences } from "./certificates.ts";
import type { WebFile } from "./shapes.ts";

/** Host of the logos and mark certificates. */
export const LOGO_HOST = "logo.policy.com";

/** Returns a valid BIMI logo (SVG Tiny PS), with optional changes. */
export function logo(inside = "", { viewBox = "0 0 64 64", root = "" } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="${viewBox}"${root}>
<title>Policy</title>
<rect width="64" height="64" fill="#036"/>
${inside}</svg>
`;
}

const GOOD = logo();
const svg = (body: string): WebFile => ({ type: "image/svg+xml", body });

/** Nested XML entities. Each entity consists of ten references to the previous one. */
const ENTITIES = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
  "",
);
/** Number of nested elements, close to the maximum that fits into a logo of 32 KB. */
const DEPTH = 4000;

/** Encodes a DER value (X.690 section 8.1). */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const bytes = content.length < 0x1_00 ? [content.length] : [content.length >> 8, content.length & 0xff];
  const size = content.length < 0x80 ? bytes : [0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const [SEQUENCE, OCTETS, IA5, OID] = [0x30, 0x04, 0x16, 0x06];
const [DIRECT, SUBJECT_LOGO] = [0xa0, 0xa2];
/** The object identifier of SHA-256, 2.16.840.1.101.3.4.2.1. */
const SHA256 = der(OID, Buffer.from("608648016503040201", "hex"));

/** Returns a logotype extension that contains an image as the subject logo (RFC 3709 section 4.1, RFC 6170). */
function logotype(image: string): string {
  const file = gzipSync(image);
  const hash = new Bun.CryptoHasher("sha256").update(file).digest();
  const uri = `data:image/svg+xml;base64,${file.toString("base64")}`;
  const details = der(
    SEQUENCE,
    der(IA5, Buffer.from("image/svg+xml")),
    der(SEQUENCE, der(SEQUENCE, der(SEQUENCE, SHA256), der(OCTETS, hash))),
    der(SEQUENCE, der(IA5, Buffer.from(uri))),
  );
  const direct = der(DIRECT, der(SEQUENCE, der(SEQUENCE, details)));
  return `DER:${der(SEQUENCE, der(SUBJECT_LOGO, direct)).toString("hex")}`;
}

const mark = (name: string, image: string, different: Differences = {}): Certificate =>
  certificateFor([name], {
    extensions: {
      extendedKeyUsage: "1.3.6.1.5.5.7.3.31",
      "1.3.6.1.5.5.7.1.12": logotype(image),
      certificatePolicies: "1.3.6.1.4.1.53087.1.1",
    },
    ...different,
  });

/** Mark certificates by file name. plan/policy-web.ts has a domain for each of them. */
export const MARK_CERTIFICATES = {
  "mark-good": mark("bimi-mark-good.policy.com", GOOD),
  "mark-expired": mark("bimi-mark-expired.policy.com", GOOD, { days: [-400, -10] }),
  "mark-other-domain": mark("other.example.org", GOOD),
  "mark-usage": certificateFor(["bimi-mark-usage.policy.com"], {
    extensions: { "1.3.6.1.5.5.7.1.12": logotype(GOOD) },
  }),
  "mark-logo-differs": mark("bimi-mark-logo-differs.policy.com", logo('<circle cx="9" cy="9" r="9"/>\n')),
} as const satisfies Readonly<Record<string, Certificate>>;

/** Files of the logo host, by path. */
export const LOGO_FILES: Readonly<Record<string, WebFile>> = {
  "/good.svg": svg(GOOD),
  "/gzip.svg": { ...svg(GOOD), coding: "gzip" },
  "/logo.svgz": { ...svg(GOOD), coding: "gzipped file" },
  "/script.svg": svg(logo("<script>alert(1)</script>\n")),
  "/plain.svg": svg(
    '<svg xmlns="http://www.w3.org/2000/svg" x="0" y="0"><rect width="9" height="9"/></svg>\n',
  ),
  "/large.svg": svg(logo(`<desc>${"x".repeat(40_000)}</desc>\n`)),
  "/wide.svg": svg(logo("", { viewBox: "0 0 128 64" })),
  "/broken.svg": svg(GOOD.slice(0, -20)),
  "/entities.svg": svg(
    `<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY e0 "logo">${ENTITIES}]>\n${logo("<desc>&e9;</desc>\n").replace(/^.*\n/, "")}`,
  ),
  "/deep.svg": svg(logo(`${"<g>".repeat(DEPTH)}${"</g>".repeat(DEPTH)}\n`)),
  "/logo.png": { type: "image/png", body: "\u0089PNG\r\n\u001a\n" },
  "/redirect.svg": { redirect: `https://${LOGO_HOST}/good.svg` },
  "/redirect-private.svg": { redirect: "https://10.0.0.1/logo.svg", status: 302 },
  "/garbage.pem": { type: "application/x-pem-file", body: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END\n" },
  ...Object.fromEntries(
    Object.keys(MARK_CERTIFICATES).map((name) => [
      `/${name}.pem`,
      { type: "application/x-pem-file", pem: name },
    ]),
  ),
};
