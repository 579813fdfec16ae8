/** Bytes of a service's answer that are read; our largest are far below. */
const ANSWER_MAX = 16 * 2 ** 20;

/** The whole answer, when it is one that our services give; null for another refusal, throws for anything else. */
export async function takeAnswer(response: Response): Promise<Response | null> {
  const { status, headers } = response;
  const type = headers.get("content-type")?.split(";")[0];
  const expected = status === 200 ? "application/json" : "application/problem+json";
  const ours = [200, 400, 404, 503].includes(status) && type === expected && !headers.has("content-encoding");
  if (!ours) {
    await response.body?.cancel();
    if (status >= 400 && status < 500) return null;
    throw new Error(`answered ${status} ${type}, which is not a service of ours`);
  }
  return new Response(await takeBody(response), { status, headers });
}

async function takeBody(response: Response): Promise<ArrayBuffer | Buffer> {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  // Of a length that is said nothing more is read; in pieces it costs several times as much.
  if (length <= ANSWER_MAX) return response.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_MAX) throw new Error(`answered more than ${ANSWER_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
