import { Elysia } from "elysia";

/**
 * Makes the headers of each response from a copy of an earlier response's headers, in which only the differing ones
 * are set. Bun takes several microseconds to read a dozen headers of a plain object, but copies a `Headers` at once.
 * This plugin must come before the routes.
 */
export function readyHeaders() {
  const respond = createResponder();
  return new Elysia({ name: "ready-headers" }).mapResponse({ as: "global" }, ({ responseValue, set }) => {
    if (typeof responseValue !== "string") return;
    const response = respond(responseValue, set.status as number, set.headers as Plain);
    // Elysia would add what is left here to the response.
    set.headers = {};
    set.status = 200;
    return response;
  });
}

type Plain = Readonly<Record<string, string | number>>;

/** Returns a function that makes a response with plain headers, whose names must be in lower case. */
export function createResponder(): (body: string, status: number, plain: Plain) => Response {
  let earlier: { readonly plain: Plain; readonly headers: Headers } | null = null;
  return (body, status, plain) => {
    earlier ??= { plain: { ...plain }, headers: new Headers(textsOf(plain)) };
    // The response copies the headers.
    const response = new Response(body, { status, headers: earlier.headers });
    const { headers } = response;
    for (const name in plain) if (plain[name] !== earlier.plain[name]) headers.set(name, String(plain[name]));
    for (const name in earlier.plain) if (!(name in plain)) headers.delete(name);
    return response;
  };
}

function textsOf(plain: Plain): Record<string, string> {
  return Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value)]));
}
