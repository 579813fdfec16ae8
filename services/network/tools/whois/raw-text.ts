import { isIp } from "@dnstools/core/protocol/ip";

/** Control characters, and marks that change the direction of text: nothing that may work on a terminal or a page. Joiners belong to letters. */
const UNSEEN = /[^\P{C}\n\t\u200c\u200d]/gu;
/** What may be an address, with the full stop of its sentence. */
const ADDRESS = /([0-9a-f:.]*[0-9a-f:])(\.?)/gi;
/** A label with its value, or a host with its addresses: data about the domain. */
const DATA = /^\s*(?:[^%#;>*:\s][^:]{0,40}:\s|[a-z0-9-]+(?:\.[a-z0-9-]+)+\.?\s)/i;
/** Labels about the query. */
const ABOUT_QUERY = /^[^:]*\b(?:you|your|client|quer(?:y|ied|ies)|request|from|source)\b/i;

/**
 * A registry's text as it may be shown: printable, and without the address of the client that asked, which some registries quote (.br,
 * Nominet's quota) and which is this service's own. Addresses in the domain's data stay.
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
