import { isIp } from "@dnstools/core/protocol/ip";

/**
 * Control characters, and marks that change the direction of text: none of them may reach a terminal or a page.
 * Joiners are kept, since they are part of words in some scripts.
 */
const UNSEEN = /[^\P{C}\n\t\u200c\u200d]/gu;
/** Matches a text that may be an IP address, and a full stop after it that ends a sentence. */
const ADDRESS = /([0-9a-f:.]*[0-9a-f:])(\.?)/gi;
/** Matches a line with data about the domain: a label with its value, or a host with its addresses. */
const DATA = /^\s*(?:[^%#;>*:\s][^:]{0,40}:\s|[a-z0-9-]+(?:\.[a-z0-9-]+)+\.?\s)/i;
/** Matches a line whose label shows that its data is about the query and not about the domain. */
const ABOUT_QUERY = /^[^:]*\b(?:you|your|client|quer(?:y|ied|ies)|request|from|source)\b/i;

/**
 * Makes a registry's text safe to show: printable, and without the client's address, which some registries quote (.br,
 * Nominet's quota) and which is the address of this service. Addresses in the domain's data are kept.
 */
export function shownText(text: string): string {
  const lines = text.replace(UNSEEN, "\uFFFD").split("\n");
  return lines
    .map((line) => (DATA.test(line) && !ABOUT_QUERY.test(line) ? line : withoutAddresses(line)))
    .join("\n");
}

function withoutAddresses(line: string): string {
  return line.replace(ADDRESS, (found, address: string, mark: string) =>
    isIp(address) ? `(address)${mark}` : found,
  );
}
