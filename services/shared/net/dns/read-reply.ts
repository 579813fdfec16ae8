import {
  type DnsReply,
  decodeReply,
  type NotReply,
  type Question,
} from "@dnstools/core/protocol/dns/message";
import { isOffQuestion } from "@dnstools/core/protocol/rrset";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";

/**
 * Decodes a received message as the reply to a query; `other` means that it is not a reply to this query.
 * @param bytesMax maximum size of a reply in bytes.
 */
export function readReply(bytes: Uint8Array, query: Uint8Array, bytesMax: number): DnsReply | NotReply {
  if (bytes.length <= bytesMax) return decodeReply(bytes, query);
  // A datagram with another query ID does not come from the queried server, so it is ignored.
  return bytes[0] === query[0] && bytes[1] === query[1] ? "too_large" : "other";
}

/** Returns the outcome of a reply. Only NOERROR and NXDOMAIN make a statement about the queried name. */
export function outcomeOf(reply: DnsReply, question: Question): Outcome<DnsReply> {
  // The DNAME record that makes a name too long is in the answer (RFC 6672 3.2).
  if (reply.rcode === "YXDOMAIN" && reply.answers.some(({ type }) => type === "DNAME"))
    return unknown("name_too_long");
  if (reply.rcode !== "NOERROR" && reply.rcode !== "NXDOMAIN")
    return unknown(FAILURES[reply.rcode] ?? "malformed");
  return isOffQuestion(reply, question) ? unknown("malformed") : present(reply);
}

/**
 * Reasons by response code, for the codes that report a failure (RFC 1035 4.1.1, RFC 8945 5.3). Any other code in a
 * response to a query violates the protocol.
 */
const FAILURES: Readonly<Record<string, Reason>> = {
  SERVFAIL: "servfail",
  REFUSED: "refused",
  NOTAUTH: "not_authoritative",
};
