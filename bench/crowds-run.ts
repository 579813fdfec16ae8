import { type HttpClient, openClient } from "./http-client.ts";
import { type Asked, timed } from "./open-loop.ts";

/** Number of clients. Each has an address, which a trusted proxy reports, and its own connections. */
export const CLIENTS = 50;

/** A call with its answer. */
export type Answered = Asked & { readonly body: string };

/** Makes a call. @param client number of the client's address */
async function ask(connections: HttpClient, path: string, client: number): Promise<Answered> {
  const address = `45.11.${(client >> 8) & 255}.${client & 255}`;
  const answer = connections.get(path, `X-Forwarded-For: ${address}\r\n`);
  const asked = await timed(client, performance.now(), 0, answer);
  return { ...asked, body: (await answer).body };
}

/** Makes all calls at once. @param from number of the first client's address */
export async function crowdOf(
  url: string,
  paths: readonly string[],
  from: number,
): Promise<readonly Answered[]> {
  const each = Math.ceil(paths.length / CLIENTS);
  const clients = Array.from({ length: CLIENTS }, () => openClient(url, each, { bodies: true }));
  const calls = paths.flatMap((path, i) => {
    const client = clients[i % CLIENTS];
    return client === undefined ? [] : [ask(client, path, from + (i % CLIENTS))];
  });
  const answers = await Promise.all(calls);
  for (const client of clients) client[Symbol.dispose]();
  return answers;
}

/** Makes calls two at a time, each as another client. @param from number of the first client's address */
export async function loneCalls(
  url: string,
  paths: readonly string[],
  from: number,
): Promise<readonly Answered[]> {
  using client = openClient(url, 2, { bodies: true });
  const answers: Answered[] = [];
  const left = paths.entries();
  const worker = async () => {
    for (const [i, path] of left) answers.push(await ask(client, path, from + i));
  };
  await Promise.all([worker(), worker()]);
  return answers;
}

/** Reasons of parts that are unknown because time ran out, or because a turn did not come. */
const OUT_OF_TIME = /"reason":"(timeout|budget|held_back)"/g;

/** Returns how often each reason for want of time occurs in an answer, on average. */
export function outOfTime(answers: readonly Answered[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const good = answers.filter(({ status }) => status === 200);
  for (const { body } of good)
    for (const [, reason = ""] of body.matchAll(OUT_OF_TIME))
      counts.set(reason, (counts.get(reason) ?? 0) + 1 / good.length);
  return counts;
}
