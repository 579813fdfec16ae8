import { type Stage, stageOf, statusCodes } from "@dnstools/core/protocol/whois/status";

/** Plain meanings of EPP statuses. Source: RFC 5731 2.3, RFC 3915 3.1, and ICANN's page on EPP codes, as of 2026-11-20. */
const MEANINGS: Readonly<Record<string, string>> = {
  ok: "Nothing stands against changes; there is no lock.",
  active: "It is registered and works.",
  inactive: "It has no name servers, so it is not in DNS.",
  clientTransferProhibited: "The registrar does not let it be moved to another: a usual lock.",
  clientUpdateProhibited: "The registrar does not let it be changed: a lock.",
  clientDeleteProhibited: "The registrar does not let it be deleted: a lock.",
  clientRenewProhibited: "The registrar does not let it be renewed.",
  clientHold: "The registrar has taken it out of DNS.",
  serverTransferProhibited: "The registry does not let it be moved to another registrar.",
  serverUpdateProhibited: "The registry does not let it be changed.",
  serverDeleteProhibited: "The registry does not let it be deleted.",
  serverRenewProhibited: "The registry does not let it be renewed.",
  serverHold: "The registry has taken it out of DNS.",
  pendingCreate: "It is being registered.",
  pendingDelete: "It is about to be deleted, and free after that.",
  pendingRenew: "It is being renewed.",
  pendingRestore: "It is being restored after its deletion.",
  pendingTransfer: "It is being moved to another registrar.",
  pendingUpdate: "It is being changed.",
  addPeriod: "It was registered in the last days and can be given back.",
  autoRenewPeriod: "It has run out and was renewed by itself; the registrar may still give it back.",
  renewPeriod: "It was renewed in the last days.",
  transferPeriod: "It was moved in the last days.",
  redemptionPeriod: "It was deleted; only its last holder can still have it restored.",
  associated: "It is in use by other objects.",
  validated: "Its holder was verified.",
  locked: "It is locked against changes.",
  reserved: "The registry keeps it for itself.",
};

/** Statuses as EPP writes them: RDAP's have spaces (RFC 8056), whois's a link or an explanation behind them. */
export function statusesOf(raw: readonly string[]): { code: string; meaning: string | null }[] {
  const codes = raw.flatMap(statusCodes).map(camelCase);
  return [...new Set(codes)].slice(0, 50).map((code) => ({ code, meaning: meaningOf(code) }));
}

const KNOWN = new Map(Object.keys(MEANINGS).map((code) => [code.toLowerCase(), code]));

function camelCase(text: string): string {
  return KNOWN.get(text.toLowerCase().replaceAll(/[\s_-]/g, "")) ?? text;
}

/** What a stage means, of a registry's own word for it. */
const OF_STAGE: Readonly<Record<Stage, string>> = {
  expired: "It has run out, and can still be renewed.",
  redemption: "It was deleted; only its last holder can still have it restored.",
  pending_delete: "It is about to be deleted, and free after that.",
  hold: "It was taken out of DNS.",
};

function meaningOf(code: string): string | null {
  const stage = stageOf(code);
  return MEANINGS[code] ?? (stage === null ? null : OF_STAGE[stage]);
}
