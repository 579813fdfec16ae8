import type { ConnectionOutcome, HandshakeOutcome, NetEvent, SessionOutcome } from "@dnstools/core/net-event";
import type { TlsObservation, TlsTarget } from "@dnstools/core/tls";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";

type Words<Word> = Readonly<Partial<Record<Reason, Word>>>;

const CONNECTIONS: Words<ConnectionOutcome> = {
  rate_limited: "rate_limited",
  try_later: "rate_limited",
  connection_refused: "refused",
  blocked: "refused",
  timeout: "timeout",
  budget: "timeout",
};

const HANDSHAKES: Words<HandshakeOutcome> = {
  tls_alert: "alert",
  no_common_tls: "no_common_tls",
  not_tls: "not_tls",
  protocol_too_old: "protocol_too_old",
  timeout: "timeout",
  budget: "timeout",
};

const SESSIONS: Words<SessionOutcome> = {
  starttls_refused: "no_starttls",
  blocked: "refused",
  refused: "refused",
  try_later: "try_later",
  rate_limited: "try_later",
  timeout: "timeout",
  budget: "timeout",
};

/**
 * Returns the events that metrics count for a connection: the connection itself, its SMTP dialogue and its handshake,
 * as far as each was reached.
 */
export function eventsOf(
  { protocol }: TlsTarget,
  observed: TlsObservation,
  elapsedMs: number,
): readonly NetEvent[] {
  const { outcome, stage } = observed;
  const shook = stage === "handshake" || stage === "done";
  const events: NetEvent[] = [
    { kind: "connection", of: protocol, outcome: word(CONNECTIONS, outcome, "ok"), elapsedMs },
  ];
  if (protocol === "smtp" && (shook || stage === "dialogue")) {
    const session = shook ? "ok" : word(SESSIONS, outcome, "no_starttls");
    events.push({ kind: "smtp_session", outcome: session });
  }
  if (shook) events.push({ kind: "tls_handshake", outcome: word(HANDSHAKES, outcome, "ok") });
  return events;
}

/**
 * Returns the metrics label for an outcome.
 * @param known the label to return if the outcome is not `unknown`.
 */
function word<Word>(words: Words<Word>, outcome: Outcome<unknown>, known: Word): Word | "failed" {
  if (outcome.kind !== "unknown") return known;
  return words[outcome.reason] ?? "failed";
}
