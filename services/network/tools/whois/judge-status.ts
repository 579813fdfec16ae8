import { type Stage, stageOf, statusCodes } from "@dnstools/core/protocol/whois/status";

/**
 * Plain explanations of EPP statuses. Source: RFC 5731 2.3, RFC 3915 3.1, and ICANN's page on EPP codes, as of
 * 2026-11-20.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  ok: "The domain has no locks or pending operations.",
  active: "The domain is registered and works.",
  inactive: "The domain has no name servers, so it is not in DNS.",
  clientTransferProhibited: "The registrar does not allow a transfer to another registrar: a usual lock.",
  clientUpdateProhibited: "The registrar does not allow changes: a lock.",
  clientDeleteProhibited: "The registrar does not allow deletion: a lock.",
  clientRenewProhibited: "The registrar does not allow renewal.",
  clientHold: "The registrar has taken the domain out of DNS.",
  serverTransferProhibited: "The registry does not allow a transfer to another registrar.",
  serverUpdateProhibited: "The registry does not allow changes.",
  serverDeleteProhibited: "The registry does not allow deletion.",
  serverRenewProhibited: "The registry does not allow renewal.",
  serverHold: "The registry has taken the domain out of DNS.",
  pendingCreate: "The domain is being registered.",
  pendingDelete: "The domain will soon be deleted and can then be registered again.",
  pendingRenew: "The domain is being renewed.",
  pendingRestore: "The domain is being restored after its deletion.",
  pendingTransfer: "The domain is being transferred to another registrar.",
  pendingUpdate: "The domain is being changed.",
  addPeriod: "The domain was registered within the last days, and the registrar can still cancel it.",
  autoRenewPeriod:
    "The registration expired and was renewed automatically; the registrar may still cancel the renewal.",
  renewPeriod: "The domain was renewed within the last days.",
  transferPeriod: "The domain was transferred within the last days.",
  redemptionPeriod: "The domain was deleted; only its last holder can still have it restored.",
  associated: "Other objects at the registry use the domain.",
  validated: "The registry has verified the holder's data.",
  locked: "The domain is locked against changes.",
  reserved: "The registry reserves the name.",
};

/**
 * Converts statuses to EPP codes with explanations: RDAP statuses have spaces (RFC 8056), and whois statuses
 * are followed by a link or an explanation.
 */
export function statusesOf(raw: readonly string[]): { code: string; meaning: string | null }[] {
  const codes = raw.flatMap(statusCodes).map(camelCase);
  return [...new Set(codes)].slice(0, 50).map((code) => ({ code, meaning: meaningOf(code) }));
}

const KNOWN = new Map(Object.keys(MEANINGS).map((code) => [code.toLowerCase(), code]));

function camelCase(text: string): string {
  return KNOWN.get(text.toLowerCase().replaceAll(/[\s_-]/g, "")) ?? text;
}

/** Explanation of a registry's own status, by the stage that it shows. */
const OF_STAGE: Readonly<Record<Stage, string>> = {
  expired: "The registration has expired and can still be renewed.",
  redemption: "The domain was deleted; only its last holder can still have it restored.",
  pending_delete: "The domain will soon be deleted and can then be registered again.",
  hold: "The domain was taken out of DNS.",
};

function meaningOf(code: string): string | null {
  const stage = stageOf(code);
  return MEANINGS[code] ?? (stage === null ? null : OF_STAGE[stage]);
}
