import { type Static, Type } from "@sinclair/typebox";
import { REASON_CODES } from "./outcome.ts";
import { enumeration, nullable } from "./schema.ts";

/** An extended DNS error (RFC 8914), as a server gave it. */
export const ExtendedError = Type.Object(
  {
    code: Type.Integer({ description: "Its number." }),
    name: Type.String({ description: "Its name in the IANA registry." }),
    text: Type.String({ description: "What the server added; may be empty." }),
  },
  { title: "ExtendedError" },
);

/** One exchange with the outside world, complete enough to be repeated by hand. */
export const Evidence = Type.Object(
  {
    id: Type.String({ description: "Number of the exchange within this answer, in order of asking." }),
    question: Type.String({
      description:
        "What was asked: `name class type`, and `+dnssec` or `+cd` as dig takes them; `GET` and a URL; a line for port 43; or what openssl is called with.",
    }),
    server: Type.String({ description: "Name of the server asked, or `resolver`." }),
    address: Type.String({
      description:
        "Address asked; `address#port` where the port is not the transport's own. Empty where none was reached.",
    }),
    transport: enumeration(
      ["udp", "tcp", "https", "http", "whois", "tls", "smtp", "imap", "pop3"],
      "How the question travelled; udp and tcp for DNS, smtp, imap and pop3 for TLS begun within them.",
    ),
    rcode: nullable(
      Type.String({ description: "Response code of the answer, of HTTP its status; null when none came." }),
    ),
    flags: Type.Array(Type.String(), { description: "Header flags of the answer: aa tc rd ra ad cd." }),
    errors: Type.Array(ExtendedError, { description: "Extended errors the server added (RFC 8914)." }),
    nsid: nullable(
      Type.String({ description: "Which of its machines a zone's server says it is (NSID, RFC 5001)." }),
    ),
    ttl: nullable(Type.Integer({ description: "Lowest TTL in the answer section, seconds." })),
    elapsedMs: Type.Number({ description: "Milliseconds from sending to the answer or to giving up." }),
    at: Type.String({ format: "date-time", description: "When the question was sent, UTC." }),
    reason: nullable(enumeration(REASON_CODES, "Why this exchange gave no usable answer.")),
  },
  { title: "Evidence" },
);
/** Lists are those of the reply itself, and nobody's to change: copies would cost as much as the rest of it. */
export type Evidence = Omit<Static<typeof Evidence>, "flags" | "errors"> & {
  readonly flags: readonly string[];
  readonly errors: readonly Static<typeof ExtendedError>[];
};

/** The name and type of a question to a name server: the name in lower case and without its trailing dot, empty for the root. */
export function questionOf({ question }: Pick<Evidence, "question">): { name: string; type: string } {
  const [name = "", , type = ""] = question.split(" ");
  return { name: name.toLowerCase().replace(/\.$/, ""), type };
}
