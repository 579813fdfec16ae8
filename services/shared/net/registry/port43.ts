import { onAbort } from "@dnstools/concurrency/abortable";
import type { OnEvent, RegistryOutcome } from "@dnstools/core/net-event";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { reasonOf } from "../dns/transport.ts";
import { type Exchange, exchangeOf, registryOutcome } from "../exchange.ts";
import type { EgressGuard } from "../guard.ts";
import { hurried, type Sockets } from "../sockets.ts";

/** One query to an address of a whois server. */
export type WhoisRequest = {
  /** The server's name, for the evidence. */
  readonly server: string;
  readonly address: string;
  readonly port: number;
  /** The query line, without its line break. */
  readonly line: string;
  /** Classifies the answer for metrics. */
  readonly judge: (answer: Uint8Array) => RegistryOutcome;
};

/**
 * Sends one query line to a whois server (RFC 3912). Never rejects: resolves when the signal fires at the latest.
 */
export type WhoisClient = {
  readonly ask: (request: WhoisRequest, signal: AbortSignal) => Promise<Exchange<Uint8Array>>;
};

/** Maximum size of an answer in bytes, about ten times the size of the longest answers of registries. */
const BYTES_MAX = 262_144;
/** A query line is printable ASCII only: other characters could end the line and start a second one. */
const LINE = /^[\x20-\x7e]{1,512}$/;

/** Creates a whois client whose connections pass the egress guard and the limit on sockets. */
export function createWhoisClient(guard: EgressGuard, sockets: Sockets, onEvent: OnEvent): WhoisClient {
  function tell(
    { server: host, judge }: WhoisRequest,
    outcome: Outcome<Uint8Array>,
    elapsedMs: number,
  ): void {
    onEvent({ kind: "connection", of: "whois", outcome: outcomeOf(outcome), elapsedMs });
    const said = outcome.kind === "present" ? judge(outcome.value) : registryOutcome(outcome);
    onEvent({ kind: "registry_asked", over: "whois", host, outcome: said, elapsedMs });
  }

  return {
    async ask(request, signal) {
      const refusal = guard.refusal(request.address);
      const allowed = refusal === null && LINE.test(request.line) && !signal.aborted;
      const atOnce = allowed ? sockets.tryAcquire(request.address) : null;
      const permit = allowed ? (atOnce ?? (await sockets.acquire(request.address, signal))) : null;
      const at = new Date().toISOString();
      const start = performance.now();
      const sent = permit !== null;
      const outcome = sent
        ? hurried(await converse(request, sockets, signal), atOnce === null)
        : unknown(refusal?.reason ?? reasonNotTo(allowed, signal));
      permit?.release();
      const elapsedMs = performance.now() - start;
      if (sent) tell(request, outcome, elapsedMs);
      const { server, address, port, line } = request;
      return exchangeOf(outcome, {
        question: line,
        server,
        address: port === 43 ? address : `${address}#${port}`,
        transport: "whois",
        rcode: null,
        at,
        elapsedMs,
      });
    },
  };
}

/** Returns the reason why a line is not sent. */
function reasonNotTo(allowed: boolean, signal: AbortSignal): Reason {
  if (allowed) return "service_unavailable";
  return signal.aborted ? "timeout" : "malformed";
}

/**
 * Sends the line and reads the answer, which the server ends by closing the connection. An incomplete answer is
 * discarded.
 */
function converse(
  { address, port, line }: WhoisRequest,
  sockets: Sockets,
  signal: AbortSignal,
): Promise<Outcome<Uint8Array>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Uint8Array>>();
  const socket = sockets.connect({ address, port });
  const chunks: Buffer[] = [];
  let size = 0;
  const end = (outcome: Outcome<Uint8Array>) => {
    socket.destroy();
    resolve(outcome);
  };
  const late = () => end(unknown("timeout"));
  socket.on("connect", () => socket.write(`${line}\r\n`));
  socket.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > BYTES_MAX) end(unknown("too_large"));
    else chunks.push(chunk);
  });
  socket.on("error", (error) => end(unknown(reasonOf(error, { address, port }))));
  // An empty answer is a failure because it proves nothing.
  socket.on("end", () => end(size === 0 ? unknown("empty_answer") : present(Buffer.concat(chunks))));
  socket.on("close", () => end(unknown("reset")));
  return promise.finally(onAbort(signal, late));
}

function outcomeOf(outcome: Outcome<Uint8Array>): "ok" | "timeout" | "failed" {
  if (outcome.kind === "present") return "ok";
  return outcome.kind === "unknown" && outcome.reason === "timeout" ? "timeout" : "failed";
}
