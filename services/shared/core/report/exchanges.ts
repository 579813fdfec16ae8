import type { Evidence } from "../tool/evidence.ts";
import type { Answer } from "./answer.ts";
import { outside, say } from "./blocks.ts";
import { repeatOf } from "./repeat.ts";
import type { Exchange, Report, Text } from "./report.ts";

/** Maximum number of exchanges in a report. The JSON contains all of them. */
const EXCHANGES_MAX = 60;

/**
 * Returns the exchanges for the report in their original order. If there are too many, exchanges that findings refer
 * to take precedence.
 */
export function evidenceOf({
  evidence,
  findings,
}: Pick<Answer, "evidence" | "findings">): Report["evidence"] {
  const all = evidence ?? [];
  const named = new Set(findings.flatMap(({ evidence: ids }) => ids));
  const first = all.filter(({ id }) => named.has(id));
  const others = all.filter(({ id }) => !named.has(id));
  const kept = new Set([...first, ...others].slice(0, EXCHANGES_MAX));
  return {
    exchanges: all.filter((one) => kept.has(one)).map(exchangeOf),
    more: all.length - kept.size,
  };
}

function exchangeOf(exchange: Evidence): Exchange {
  const { id, question, server, address, rcode, elapsedMs } = exchange;
  const reason = exchange.reason === null ? undefined : reasonText(exchange.reason);
  return {
    id,
    question: outside(question),
    server: outside(server),
    address: outside(address),
    result:
      reason === undefined
        ? outside(rcode ?? "")
        : { status: "unknown", text: rcode === null ? reason : say`${rcode} (${reason})` },
    elapsedMs,
    repeat: repeatOf(exchange),
  };
}

/**
 * Returns the code of a reason as words. A text that does not have the form of a code, as another version may send, is
 * marked as text from outside.
 */
function reasonText(reason: string): Text {
  return /^[a-z0-9_]+$/.test(reason) ? [reason.replaceAll("_", " ")] : outside(reason);
}
