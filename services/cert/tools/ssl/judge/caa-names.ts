/**
 * Names of authorities in CAA records (RFC 8659 4.2), by the organization in their certificates. Source: the
 * authorities' own certification practice statements and CCADB's list of CAA identifiers, as of 2026-11-20. An
 * authority that is not in this table is unknown.
 */
const NAMES: readonly (readonly [organization: RegExp, names: readonly string[]])[] = [
  [/^let's encrypt$|^internet security research group$/, ["letsencrypt.org"]],
  [/^google trust services/, ["pki.goog", "google.com"]],
  [
    /^(digicert|thawte|geotrust|rapidssl|symantec)\b/,
    [
      ...[
        "digicert.com",
        "www.digicert.com",
        "digicert.ne.jp",
        "cybertrust.ne.jp",
        "symantec.com",
        "thawte.com",
      ],
      ...["geotrust.com", "rapidssl.com", "quovadisglobal.com", "amazon.com", "amazontrust.com"],
    ],
  ],
  [/^quovadis\b/, ["quovadisglobal.com", "digicert.com", "www.digicert.com"]],
  [
    /^(sectigo|comodo|the usertrust network|zerossl|trust provider)\b/,
    [...["sectigo.com", "comodo.com", "comodoca.com", "usertrust.com", "trust-provider.com", "zerossl.com"]],
  ],
  [/^globalsign\b/, ["globalsign.com"]],
  [/^amazon\b/, ["amazon.com", "amazontrust.com", "awstrust.com", "amazonaws.com", "aws.amazon.com"]],
  [/^(entrust|affirmtrust)\b/, ["entrust.net", "affirmtrust.com", "sectigo.com"]],
  [/^(godaddy|starfield)/, ["godaddy.com", "starfieldtech.com"]],
  [/^buypass\b/, ["buypass.com", "buypass.no"]],
  [/^actalis\b/, ["actalis.it"]],
  [/^ssl corp/, ["ssl.com"]],
  [/^identrust\b/, ["identrust.com"]],
  [/^hellenic academic/, ["harica.gr"]],
  [/^(asseco|unizeto)/, ["certum.pl", "certum.eu"]],
  [/^microsoft corporation$/, ["microsoft.com"]],
  [/^apple inc/, ["pki.apple.com"]],
  [/^d-trust\b/, ["d-trust.net", "dtrust.de", "d-trust.de", "dtrust.net", "bdr.de"]],
  [/^swisssign\b/, ["swisssign.com", "swisssign.net", "swissign.com", "swisssign.ch"]],
  [/^telia\b/, ["telia.com", "telia.fi", "telia.se", "trust.telia.com"]],
];

/** The organization (O) in a name in OpenSSL's format. */
const ORGANIZATION = /(?:^|, )O=(.*?)(?=, [A-Za-z0-9.]+=|$)/;

/**
 * Returns the CAA names of an issuer; null if the issuer is not in the table.
 * @param issuer in the form `C=US, O=Let's Encrypt, CN=R11`.
 */
export function caaNamesOf(issuer: string): readonly string[] | null {
  const organization = ORGANIZATION.exec(issuer)?.[1]?.toLowerCase();
  if (organization === undefined) return null;
  return NAMES.find(([pattern]) => pattern.test(organization))?.[1] ?? null;
}
