import client from "../conf.d/client.conf" with { type: "text" };
import compression from "../conf.d/compression.conf" with { type: "text" };
import flood from "../conf.d/flood.conf" with { type: "text" };
import log from "../conf.d/log.conf" with { type: "text" };
import problems from "../conf.d/problems.conf" with { type: "text" };
import sizeAndTime from "../conf.d/size-and-time.conf" with { type: "text" };
import tls from "../conf.d/tls.conf" with { type: "text" };
import upstream from "../conf.d/upstream.conf" with { type: "text" };
import nginx from "../nginx.conf" with { type: "text" };
import run from "../run.sh" with { type: "text" };
import snippetEdge from "../snippets/edge.conf" with { type: "text" };
import snippetFloodLimits from "../snippets/flood-limits.conf" with { type: "text" };
import snippetGatewayRequest from "../snippets/gateway-request.conf" with { type: "text" };
import snippetLimitHeaders from "../snippets/limit-headers.conf" with { type: "text" };
import snippetNoBody from "../snippets/no-body.conf" with { type: "text" };
import snippetProblem from "../snippets/problem.conf" with { type: "text" };
import snippetRefusals from "../snippets/refusals.conf" with { type: "text" };
import snippetStatus from "../snippets/status.conf" with { type: "text" };
import snippetToGateway from "../snippets/to-gateway.conf" with { type: "text" };
import snippetToHttps from "../snippets/to-https.conf" with { type: "text" };
import snippetToMcp from "../snippets/to-mcp.conf" with { type: "text" };
import snippetUnknownName from "../snippets/unknown-name.conf" with { type: "text" };

/**
 * The templates of the configuration and of run.sh, by path. They are imported, so a compiled binary contains them. A
 * test detects templates that are missing in this list.
 */
export const TEMPLATES: Readonly<Record<string, string>> = {
  "nginx.conf": nginx,
  "run.sh": run,
  "conf.d/client.conf": client,
  "conf.d/compression.conf": compression,
  "conf.d/flood.conf": flood,
  "conf.d/log.conf": log,
  "conf.d/problems.conf": problems,
  "conf.d/size-and-time.conf": sizeAndTime,
  "conf.d/tls.conf": tls,
  "conf.d/upstream.conf": upstream,
  "snippets/edge.conf": snippetEdge,
  "snippets/flood-limits.conf": snippetFloodLimits,
  "snippets/gateway-request.conf": snippetGatewayRequest,
  "snippets/limit-headers.conf": snippetLimitHeaders,
  "snippets/no-body.conf": snippetNoBody,
  "snippets/problem.conf": snippetProblem,
  "snippets/refusals.conf": snippetRefusals,
  "snippets/status.conf": snippetStatus,
  "snippets/to-gateway.conf": snippetToGateway,
  "snippets/to-https.conf": snippetToHttps,
  "snippets/to-mcp.conf": snippetToMcp,
  "snippets/unknown-name.conf": snippetUnknownName,
};
