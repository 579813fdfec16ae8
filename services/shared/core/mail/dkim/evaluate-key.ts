import { printable } from "../../harmless.ts";
import { type DkimKey, type DkimProblem, readNoKey } from "../../protocol/mail/dkim.ts";
import { dnsKey } from "../answers.ts";
import type { Findings, SectionAbout } from "../section.ts";
import type { DkimData } from "./data.ts";
import type { DKIM_FINDINGS } from "./findings.ts";
import type { SelectorKeys } from "./keys-dkim.ts";

/** The findings about DKIM that an evaluation collects. */
export type DkimFindings = Findings<typeof DKIM_FINDINGS>;
type SelectorData = DkimData["found"][number];

/** Maximum length of a record in the answer, in characters. */
export const RECORD_MAX = 4096;
/** RSA key sizes: verifiers reject keys below `least`, and signers should not use keys below `good` (RFC 8301 3.2). */
const BITS = { least: 1024, good: 2048 } as const;

/** Evaluates the records at one selector, and adds its findings. */
export function evaluateSelector(
  findings: DkimFindings,
  { tried, texts, keys, key }: SelectorKeys,
  domain: string,
): SelectorData {
  const { selector, source, provider, answer } = tried;
  const about = aboutSelector(selector, domain);
  const data = {
    selector: about.subject,
    source,
    provider,
    aliases: answer.aliases.slice(0, 10).map((name) => printable(name)),
    records: texts.slice(0, 10).map((text) => printable(text, RECORD_MAX)),
    type: key?.type === undefined ? null : printable(key.type, 40),
    bits: key?.bits ?? null,
    flags: (key?.flags ?? []).map((flag) => printable(flag, 40)),
    hashes: key?.hashes?.map((hash) => printable(hash, 40)) ?? null,
    services: key?.services?.map((service) => printable(service, 40)) ?? null,
    notes: key?.notes == null ? null : printable(key.notes, 300),
  };
  // A CNAME loop yields no key, so it counts as a missing key.
  if (texts.length === 0)
    findings.add(source === "given" ? "mail.dkim_alias_dangling" : "mail.dkim_alias_unused", about);
  if (texts.length === 0) return { ...data, status: "missing" };
  if (key === null) {
    const { cause, meant } = readNoKey(texts[0] ?? "", source !== "given");
    // A text at a guessed selector may have another purpose.
    if (source === "given" || meant !== null)
      findings.add("mail.dkim_not_a_key", { ...about, subject: `${about.subject}: ${cause}` });
    return { ...data, status: "not_a_key" };
  }
  // Any second text counts, because verifiers may use it as the key (RFC 6376 3.6.2.2).
  if (texts.length > 1) findings.add("mail.dkim_several_records", about);
  for (const other of keys) evaluateKey(findings, other.key, about);
  return { ...data, status: evaluateKey(findings, key, about) };
}

/**
 * Returns the subject of a finding about a selector: the selector in words, and the name of its record as the
 * machine-readable subject.
 */
export function aboutSelector(selector: string, domain: string): Required<SectionAbout> {
  const name = `${selector}._domainkey.${domain}`;
  const [subject, whole] = [printable(selector, 100), printable(name, 260)];
  return { subject, subjects: [subject, whole], queries: [dnsKey(name, "TXT")] };
}

/** Problems because of which verifiers cannot read a key, in words for a sentence. */
const UNREADABLE: Partial<Record<DkimProblem, string>> = {
  no_key: "the tag p= is missing (tag names are case-sensitive)",
  separator: "a semicolon is missing before p=",
  key: "p= is not a complete key in base64",
  duplicate: "a tag occurs more than once",
  syntax: "a part of it is not tag=value",
};

/** Evaluates one key, adds its findings, and returns its status. */
export function evaluateKey(
  findings: DkimFindings,
  key: DkimKey,
  selector: SectionAbout,
): SelectorData["status"] {
  const { problems, type, bits, hashes, services } = key;
  const has = (problem: DkimKey["problems"][number]) => problems.includes(problem);
  if (has("version")) findings.add("mail.dkim_version", selector);
  if (has("type")) findings.add("mail.dkim_key_type", selector);
  if (has("enclosed")) findings.add("mail.dkim_enclosed_key", selector);
  if (has("pkcs1")) findings.add("mail.dkim_pkcs1", selector);
  if (key.flags.includes("y")) findings.add("mail.dkim_test_flag", selector);
  const causes = problems.flatMap((problem) => UNREADABLE[problem] ?? []);
  const unreadable = causes.length > 0;
  if (unreadable) {
    const subject = `${selector.subject ?? selector.subjects[0]}: ${causes.join(", ")}`;
    findings.add("mail.dkim_key_invalid", { ...selector, subject });
  }
  if (hashes !== null && !hashes.includes("sha256")) findings.add("mail.dkim_sha1_only", selector);
  const forMail = services === null || services.some((service) => ["*", "email"].includes(service));
  if (!forMail) findings.add("mail.dkim_not_for_mail", selector);
  const broken = unreadable || has("version") || has("type") || has("enclosed");
  // A record that verifiers discard cannot revoke a key.
  if (key.revoked && !broken) {
    findings.add("mail.dkim_key_revoked", selector);
    return "revoked";
  }
  const weak = type === "rsa" && bits !== null && bits < BITS.good;
  if (weak) findings.add(bits < BITS.least ? "mail.dkim_key_weak" : "mail.dkim_key_short", selector);
  const useless = !forMail || (hashes !== null && !hashes.includes("sha256"));
  return broken || useless || (weak && bits < BITS.least) ? "invalid" : weak ? "weak" : "valid";
}
