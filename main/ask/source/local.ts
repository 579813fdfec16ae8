import { delay } from "@dnstools/concurrency/abortable";
import type { ToolName } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import type { CallService } from "@dnstools/server/client/call";
import { Health } from "@dnstools/server/http/health";
import { problem } from "@dnstools/server/http/problem";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { TRACES_NOTHING } from "@dnstools/server/trace/tracing";
import { BUILD } from "../../build-info.ts";
import { lookUpResolvers, openOutside } from "../../network.ts";
import { openService } from "../../open-service.ts";
import type { Parts } from "../../parts.ts";
import { NO_RESOLVER } from "../../resolver-faults.ts";
import type { Config } from "../../settings.ts";
import { askedBy, type Service, type Target, usesOf } from "../../targets.ts";
import { TOOLS } from "../../tools.ts";
import { plainLog } from "./plain-log.ts";
import { answerReply, problemReply } from "./reply.ts";
import type { Source } from "./source.ts";

/**
 * Creates a source that answers in this process, without a server, by calling the tool's service as a gateway does.
 * @param say prints a message, for example that a resolver returns wrong answers
 * @param folder folder for downloaded third-party lists; null to keep the lists in memory only
 */
export async function openLocal(
  tool: ToolName,
  config: Config,
  { say, folder }: { readonly say: (text: string) => void; readonly folder: string | null },
): Promise<Source> {
  const name = TOOLS[tool];
  const resolvers = await lookUpResolvers(config);
  if (resolvers.length === 0) {
    const detail = `${NO_RESOLVER.says} ${NO_RESOLVER.remedy}`;
    return { ask: async () => replyOf(new Fault("resolver_unavailable", { detail }), "") };
  }
  const parts = { ...localParts(name, config, resolvers, say), folder };
  // Nothing is tried until an outcome would be blamed on a server. Web servers tell the time for all tools.
  const uses = new Set([443 as const, ...[name, ...askedBy(name)].flatMap(usesOf)]);
  const net = await openOutside(parts, [...uses]);
  // A service that another service calls is loaded on its first call.
  const calls = new Map<Service, Promise<CallService>>();
  const callOf =
    (service: Service): CallService =>
    async (...call) => {
      const opened = calls.get(service) ?? open(service);
      calls.set(service, opened);
      return (await opened)(...call);
    };
  const open = async (service: Service) => (await openService(service, parts, net, callOf)).call;
  const call = callOf(name);
  return {
    async ask({ input, shape }, signal, onProgress) {
      const requestId = crypto.randomUUID();
      const asked = { tool, input, shape, requestId, trace: null, caller: "", waitedMs: 0 };
      for (;;) {
        try {
          return answerReply(await call(asked, signal, onProgress));
        } catch (error) {
          // Callers of a server are refused with the code "overloaded". This command can simply wait and try again.
          const isLater = error instanceof Fault && error.code === "overloaded";
          if (!isLater || !(await delay(LATER_MS, signal))) return replyOf(error, requestId);
        }
      }
    },
  };
}

/**
 * Returns the parts of a process that is not a server.
 * @param say prints a message
 */
export function localParts(
  target: Target,
  config: Config,
  resolvers: Parts["resolvers"],
  say: (text: string) => void,
): Parts {
  return {
    config,
    log: plainLog(say),
    warn: say,
    metrics: createMetrics({ ...BUILD, target }),
    tracing: TRACES_NOTHING,
    health: new Health(),
    resolvers,
    folder: null,
  };
}

/** Delay in milliseconds before a call that was refused as overloaded is retried. */
const LATER_MS = 500;

function replyOf(error: unknown, requestId: string) {
  return problemReply(problem(error, requestId).body);
}
