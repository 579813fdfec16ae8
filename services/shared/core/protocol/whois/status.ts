/** How far a registration is from its end: past it, deleted and restorable, or about to be free; or out of DNS. */
export type Stage = "expired" | "redemption" | "pending_delete" | "hold";

/**
 * Registries' words for a stage, in lower case and without spaces, dashes and dots at their end. Source: RFC 5731 2.3, RFC 3915 3.1,
 * and the registries' pages on the life of a domain (.be .br .ca .cz .dk .ee .eu .fi .fr .it .jp .nl .pl .rs .se .si .tz .uk), as
 * of 2026-11-23.
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

/** Words that only what is registered has, beside EPP's. Source as above. */
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

/** A status as words are compared. */
function key(code: string): string {
  return code
    .toLowerCase()
    .replace(/[\s_-]/g, "")
    .replace(/^\*+|[.*]+$/g, "");
}

/** The stage that a status tells; null for one that tells none. */
export function stageOf(code: string): Stage | null {
  return STAGE_OF.get(key(code)) ?? null;
}

/** The statuses in one value: some write several, with what they mean or a link behind them. */
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

/** Whether a value holds a status that only what is registered has. */
export function isRegisteredStatus(raw: string): boolean {
  return statusCodes(raw).some((code) => {
    const word = key(code);
    return REGISTERED.has(word) || STAGE_OF.has(word) || /^(client|server)\w{4,8}prohibited$/.test(word);
  });
}
