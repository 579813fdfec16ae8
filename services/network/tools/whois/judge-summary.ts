import type { Finding } from "@dnstools/core/tool/finding";
import { type Outcome, REASONS, type Reason } from "@dnstools/core/tool/outcome";
import { type Summary, summarize } from "@dnstools/core/tool/summary";
import type { WhoisData } from "./data.ts";

/** Maximum number of characters of a registry's text in the summary sentence. */
const WORDS_MAX = 200;

/**
 * Summarizes the registration or the block in one sentence that the holder of a domain understands.
 * @param ds the DS records in DNS, with which those of the registry are compared.
 */
export function summaryOf(
  data: WhoisData,
  findings: readonly Finding[],
  ds: Outcome<unknown> | null = null,
): Summary {
  if (data.ip !== null) return ofAddress(data, data.ip);
  const name = data.registrable ?? `${data.domain}`;
  return summarize(findings, {
    open: data.availability === "unknown" ? openOf(data, name, findings) : openDs(data, name, ds),
    good: goodOf(data, name, findings),
  });
}

function ofAddress({ network, parts }: WhoisData, ip: string): Summary {
  if (network !== null) {
    const { startAddress, endAddress, cidrs, name, organization, countryCode } = network;
    const block = cidrs.length === 1 ? `${cidrs[0]}` : `${startAddress} to ${endAddress}`;
    const facts = [
      ...(organization === null ? [] : [`held by ${organization}`]),
      ...(countryCode === null ? [] : [`registered in ${countryCode}`]),
    ];
    const named = name === null ? block : `${block} (${name})`;
    return { status: "pass", text: `${[`${ip} is in ${named}`, ...facts].join(", ")}.` };
  }
  const { reason } = parts.network;
  return reason === null
    ? { status: "pass", text: `No registry names a holder for the block of ${ip}.` }
    : {
        status: "unknown",
        text: `The block of ${ip} could not be determined: ${because(reason)}.`,
      };
}

/** Describes DS records that could not be compared; null if they were, or if the registry has none. */
function openDs({ dnssec }: WhoisData, name: string, ds: Outcome<unknown> | null): string | null {
  if (dnssec.ds.length === 0 || ds?.kind !== "unknown") return null;
  return `${name} is registered, but its DS records in DNS could not be determined: ${because(ds.reason)}.`;
}

function openOf({ reason, retryAfterS }: WhoisData, name: string, findings: readonly Finding[]): string {
  const contradiction = findings.find(({ code }) => code === "whois.contradictory");
  if (contradiction !== undefined) return contradiction.message;
  const again = retryAfterS === null ? "" : ` (try again in ${retryAfterS} s)`;
  return `Whether ${name} is registered could not be determined: ${because(reason ?? "no_servers")}${again}.`;
}

/** Returns the reason in words, for the end of a sentence. */
function because(reason: Reason): string {
  const text = REASONS[reason].replace(/\.$/, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function goodOf(data: WhoisData, name: string, findings: readonly Finding[]): string {
  const { availability, registrar, dates, reserved } = data;
  if (availability === "available") return `${name} is not registered, so it is available.`;
  if (availability === "reserved") return reservedText(name, reserved);
  const facts = [
    ...(registrar?.name ? [`with ${registrar.name}`] : []),
    ...(dates.expires === null ? [] : [`until ${dates.expires.slice(0, 10)}`]),
  ];
  const idle = findings.some(({ code }) => code === "whois.not_delegated");
  const text = [name, "is registered", ...facts].join(" ") + (idle ? ", and has no name servers in DNS" : "");
  return text.endsWith(".") ? text : `${text}.`;
}

/** Returns the sentence that the name is reserved, followed by the registry's text or the rule. */
function reservedText(name: string, reserved: string | null): string {
  const fact = `${name} is reserved and cannot be registered`;
  if (reserved === null) return `${fact}.`;
  const said = reserved.length > WORDS_MAX ? `${reserved.slice(0, WORDS_MAX)} ...` : reserved;
  const text = said.replace(/\.$/, "");
  return text.startsWith("according to") ? `${fact}, ${text}.` : `${fact}: ${text}.`;
}
