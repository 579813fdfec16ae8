/**
 * Stage of a registration that is ending: expired, deleted but restorable, or about to be released. `hold` means that
 * the name is registered but removed from DNS.
 */
export type Stage = "expired" | "redemption" | "pending_delete" | "hold";

/**
 * Status words that registries use for each stage, in lower case and without spaces, dashes and trailing dots. Source:
 * RFC 5731 2.3, RFC 3915 3.1, and the registries' pages on the life cycle of a domain (.be .br .ca .cz .dk .ee .eu .fi
 * .fr .it .jp .nl .pl .rs .se .si .tz .uk), as of 2026-11-23.
 */
const STAGES: Readonly<Record<Stage, string>> = {
  expired:
    "expired graceperiod renewalrequired tobesuspended renewalgrace inrenewalgrace expiredgrace autorenewgrace pastdue unpaid notrenewed tobeexpired",
  redemption:
    "redemptionperiod pendingrestore redemption inredemption redemptionnoprovider noprovider pendingdeleterestorable quarantine inquarantine quarantined suspendedredemption restorable redemptiongraceperiod pendingredemption",
  pending_delete:
    "pendingdelete tobedeleted deletecandidate pendingpurge purge scheduledfordeletion deleted tobedeletedsoon outofzonetobedeleted pendingrelease awaitingdeletion",
  hold: "clienthold serverhold hold onhold suspended deactivated frozen outofservice blockedbycourt thisregistrationhasbeensuspended inactivesuspended registrarhold registryhold",
};

/** Status words that only registered domains have, in addition to the EPP statuses. The sources are those of STAGES. */
const REGISTERED = new Set(
  "connect ok active activé actif registered delegated published inzone paidandinzone paidinzone verified granted connected busyactive registereduntilexpirydate registeredanddelegated clientlocked locked associated validated inactive paid addperiod renewperiod autorenewperiod transferperiod pendingtransfer pendingupdate pendingrenew".split(
    " ",
  ),
);

const STAGE_OF: ReadonlyMap<string, Stage> = new Map(
  Object.entries(STAGES).flatMap(([stage, words]) =>
    words.split(" ").map((word) => [word, stage as Stage] as const),
  ),
);

/** Normalises a status for comparison. */
function key(code: string): string {
  return code
    .toLowerCase()
    .replace(/[\s_-]/g, "")
    .replace(/^\*+|[.*]+$/g, "");
}

/** Returns the stage that a status indicates, or null if the status indicates no stage. */
export function stageOf(code: string): Stage | null {
  return STAGE_OF.get(key(code)) ?? null;
}

/**
 * Splits a value into statuses. Some registries write several statuses in one value, followed by explanations or
 * links.
 */
export function statusCodes(raw: string): string[] {
  return raw
    .replace(/https?:\S*/g, " ")
    .replace(/\([^()]*\)/g, " ")
    .replace(/ - .*$/, "")
    .split(/,| \/ |;/)
    .map((one) => one.replace(/\s+/g, " ").replace(/ \/$/, "").trim())
    .filter((one) => one !== "")
    .slice(0, 20);
}

/** Returns true if a value contains a status that only registered domains have. */
export function isRegisteredStatus(raw: string): boolean {
  return statusCodes(raw).some((code) => {
    const word = key(code);
    return REGISTERED.has(word) || STAGE_OF.has(word) || /^(client|server)\w{4,8}prohibited$/.test(word);
  });
}
