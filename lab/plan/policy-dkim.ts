import { DKIM_KEYS } from "./dkim-keys.ts";
import { dkimKey, type PolicyDomain } from "./policy-domain.ts";

const GOOD = dkimKey("rsa2048");
/** A key at a selector that is tried early. */
const google = (text: string | readonly string[]): PolicyDomain => ({ dkim: { google: text } });
const lines = (...more: readonly string[]): PolicyDomain => ({ dkim: null, more: more.join("\n") });
const ED25519 = dkimKey("ed25519", "v=DKIM1; k=ed25519;");

/** Domains by their DKIM. */
export const DKIM = {
  /** Two keys, one of them by way of a provider. */
  dkimGood: { dkim: { google: GOOD }, more: "selector1._domainkey CNAME selector1._domainkey.agency.net." },
  /** RSA and Ed25519. */
  dkimBoth: { dkim: { google: GOOD, s1: ED25519 } },
  /** No name _domainkey: there is no key. */
  dkimAbsent: { dkim: null },
  /** A key, at a selector that nobody guesses. */
  dkimHidden: { dkim: { zq7kx9w2: GOOD } },
  /** Every selector is there: something that is no key. */
  dkimWildcard: lines('*._domainkey TXT "v=spf1 -all"'),
  /** Every selector is there, revoked, as of a domain that never signs. */
  dkimWildcardRevoked: lines('*._domainkey TXT "v=DKIM1; p="'),
  /** Every name below it is there. */
  dkimWildcardAll: lines('* TXT "anything"'),
  dkim512: google(dkimKey("rsa512")),
  dkim1024: google(dkimKey("rsa1024")),
  dkimPkcs1: google(dkimKey("pkcs1")),
  dkimEd25519: google(ED25519),
  /** An Ed25519 key in a SubjectPublicKeyInfo. */
  dkimEnclosed: google(dkimKey("ed25519Enclosed", "v=DKIM1; k=ed25519;")),
  dkimRevoked: google("v=DKIM1; k=rsa; p="),
  /** No p. */
  dkimNoKey: google("v=DKIM1; k=rsa"),
  dkimNotBase64: google("v=DKIM1; k=rsa; p=not*base64"),
  /** Its last characters are lost. */
  dkimCut: google(GOOD.slice(0, -40)),
  /** Spaces within the key, which are allowed. */
  dkimSpaces: google(GOOD.replace(/(.{70})/g, "$1 ")),
  dkimKeyType: google("v=DKIM1; k=dsa; p=AAAA"),
  dkimSha1: google(dkimKey("rsa2048", "v=DKIM1; h=sha1; k=rsa;")),
  /** For reports alone. */
  dkimService: google(dkimKey("rsa2048", "v=DKIM1; s=tlsrpt; k=rsa;")),
  dkimTest: google(dkimKey("rsa2048", "v=DKIM1; t=y; k=rsa;")),
  dkimVersion: google(dkimKey("rsa2048", "v=DKIM1.0; k=rsa;")),
  /** Its version is not first. */
  dkimVersionLate: google(`k=rsa; v=DKIM1; p=${DKIM_KEYS.rsa2048}`),
  /** No version, which is right. */
  dkimNoVersion: google(`p=${DKIM_KEYS.rsa2048}`),
  dkimDuplicateTag: google(`${GOOD}; k=rsa`),
  dkimSeveral: google([GOOD, dkimKey("rsa1024")]),
  /** An alias of a name that is not there. */
  dkimDangling: lines("google._domainkey CNAME nowhere.policy.com."),
  dkimAliasLoop: lines("google._domainkey CNAME google._domainkey.dkim-alias-loop.policy.com."),
  /** 50 KB. */
  dkimHuge: google(`v=DKIM1; k=rsa; n=${"x".repeat(50_000)}; p=`),
  /** The zone of its keys is SERVFAIL. */
  dkimServfail: { dkim: null },
  /** Nobody answers for the zone of its keys. */
  dkimSilent: { dkim: null },
} satisfies Readonly<Record<string, PolicyDomain>>;
