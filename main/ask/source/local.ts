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
import type { Config } from "../../settings.ts";
import type { Service } from "../../targets.ts";
import { TOOLS } from "../../tools.ts";
import { plainLog } from "./plain-log.ts";
import { answerReply, problemReply } from "./reply.ts";
import type { Source } from "./source.ts";

/**
 * Answers in this process, without a server: the service that holds the tool, called as a gateway calls it.
 * @param say tells the caller a sentence, such as that a resolver lies.
 * @param folder where lists of others are kept; null for memory alone.
 */
export async function openLocal(
  tool: ToolName,
  config: Config,
  { say, folder }: { readonly say: (text: string) => void; readonly folder: string | null },
): Promise<Source> {
  const name = TOOLS[tool];
  const resolvers = await lookUpResolvers(config);
  if (resolvers.length === 0) return { ask: async () => replyOf(NO_RESOLVER, "") };
  const metrics = createMetrics({ ...BUILD, target: name });
  const parts: Parts = {
    config,
    log: plainLog(say),
    warn: say,
    metrics,
    tracing: TRACES_NOTHING,
    health: new Health(),
    resolvers,
    folder,
  };
  const net = await openOutside(parts);
  // A service that another one asks is loaded at its first call.
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
          // The turns are those of a server. A command has all the time that its caller gives it.
          const isLater = error instanceof Fault && error.code === "overloaded";
          if (!isLater || !(await delay(LATER_MS, signal))) return replyOf(error, requestId);
        }
      }
    },
  };
}

/** Milliseconds until a call that found no turn asks for one again. */
const LATER_MS = 500;

const NO_RESOLVER = new Fault("resolver_unavailable", {
  detail:
    "No resolver is known: DNS_RESOLVERS and /etc/resolv.conf name none that has an address. Set DNS_RESOLVERS to resolvers that this host can reach.",
});

function replyOf(error: unknown, requestId: string) {
  return problemReply(problem(error, requestId).body);
}
