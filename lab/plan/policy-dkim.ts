import { DKIM_KEYS } from "./dkim-keys.ts";
import { dkimKey, type PolicyDomain } from "./policy-domain.ts";

const GOOD = dkimKey("rsa2048");
/** Returns a domain with a key at the selector `google`, which the product tries early. */
const google = (text: string | readonly string[]): PolicyDomain => ({ dkim: { google: text } });
const lines = (...more: readonly string[]): PolicyDomain => ({ dkim: null, more: more.join("\n") });
const ED25519 = dkimKey("ed25519", "v=DKIM1; k=ed25519;");

/** Domains by their DKIM records. */
export const DKIM = {
  /** Two keys, one of them hosted by a provider. */
  dkimGood: { dkim: { google: GOOD }, more: "selector1._domainkey CNAME selector1._domainkey.agency.net." },
  /** An RSA key and an Ed25519 key. */
  dkimBoth: { dkim: { google: GOOD, s1: ED25519 } },
  /** The name _domainkey does not exist, so the domain has no keys. */
  dkimAbsent: { dkim: null },
  /** A key at a selector that cannot be guessed. */
  dkimHidden: { dkim: { zq7kx9w2: GOOD } },
  /** Every selector exists, but has a record that is not a key. */
  dkimWildcard: lines('*._domainkey TXT "v=spf1 -all"'),
  /** Every selector has a revoked key, as for a domain that never signs. */
  dkimWildcardRevoked: lines('*._domainkey TXT "v=DKIM1; p="'),
  /** Every name below the domain exists. */
  dkimWildcardAll: lines('* TXT "anything"'),
  dkim512: google(dkimKey("rsa512")),
  dkim1024: google(dkimKey("rsa1024")),
  dkimPkcs1: google(dkimKey("pkcs1")),
  dkimEd25519: google(ED25519),
  /** An Ed25519 key inside a SubjectPublicKeyInfo structure. */
  dkimEnclosed: google(dkimKey("ed25519Enclosed", "v=DKIM1; k=ed25519;")),
  dkimRevoked: google("v=DKIM1; k=rsa; p="),
  /** The p tag is missing. */
  dkimNoKey: google("v=DKIM1; k=rsa"),
  dkimNotBase64: google("v=DKIM1; k=rsa; p=not*base64"),
  /** The end of the key is cut off. */
  dkimCut: google(GOOD.slice(0, -40)),
  /** Spaces within the key, which are allowed. */
  dkimSpaces: google(GOOD.replace(/(.{70})/g, "$1 ")),
  dkimKeyType: google("v=DKIM1; k=dsa; p=AAAA"),
  dkimSha1: google(dkimKey("rsa2048", "v=DKIM1; h=sha1; k=rsa;")),
  /** A key for TLS reports only. */
  dkimService: google(dkimKey("rsa2048", "v=DKIM1; s=tlsrpt; k=rsa;")),
  dkimTest: google(dkimKey("rsa2048", "v=DKIM1; t=y; k=rsa;")),
  dkimVersion: google(dkimKey("rsa2048", "v=DKIM1.0; k=rsa;")),
  /** The version tag is not the first tag. */
  dkimVersionLate: google(`k=rsa; v=DKIM1; p=${DKIM_KEYS.rsa2048}`),
  /** No version tag, which is valid. */
  dkimNoVersion: google(`p=${DKIM_KEYS.rsa2048}`),
  dkimDuplicateTag: google(`${GOOD}; k=rsa`),
  dkimSeveral: google([GOOD, dkimKey("rsa1024")]),
  /** An alias to a name that does not exist. */
  dkimDangling: lines("google._domainkey CNAME nowhere.policy.com."),
  dkimAliasLoop: lines("google._domainkey CNAME google._domainkey.dkim-alias-loop.policy.com."),
  /** A record of 50 KB. */
  dkimHuge: google(`v=DKIM1; k=rsa; n=${"x".repeat(50_000)}; p=`),
  /** The zone of the keys answers SERVFAIL. */
  dkimServfail: { dkim: null },
  /** The name servers for the zone of the keys do not answer. */
  dkimSilent: { dkim: null },
} satisfies Readonly<Record<string, PolicyDomain>>;
