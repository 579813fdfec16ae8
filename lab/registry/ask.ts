/** The outcome of a query on port 43: the bytes received, and how the connection ended. */
export type Told = {
  readonly bytes: Buffer;
  readonly text: string;
  readonly end: "closed" | "reset" | "still open";
};

/**
 * Queries a WHOIS server as a plain client does.
 * @param options milliseconds to listen, and the maximum number of bytes to read
 */
export async function askWhois(
  host: string,
  question: string,
  { timeoutMs = 2000, maxBytes = 2_000_000 } = {},
): Promise<Told> {
  const chunks: Buffer[] = [];
  let length = 0;
  const { promise, resolve } = Promise.withResolvers<Told["end"]>();
  const socket = await Bun.connect({
    hostname: host,
    port: 43,
    socket: {
      open: (socket) => void socket.write(`${question}\r\n`),
      data(_, bytes) {
        chunks.push(Buffer.from(bytes));
        length += bytes.length;
        if (length > maxBytes) resolve("still open");
      },
      close: (_, error) => resolve(error === undefined || error === null ? "closed" : "reset"),
      error: () => resolve("reset"),
    },
  });
  const timer = setTimeout(() => resolve("still open"), timeoutMs);
  const end = await promise;
  clearTimeout(timer);
  socket.terminate();
  const bytes = Buffer.concat(chunks);
  return { bytes, text: bytes.toString(), end };
}

const AUTHORITY = await Bun.file(`${process.env["LAB_MADE"]}/tls/ca.pem`).text();

/**
 * Sends an RDAP request, and does not follow redirects. The lab's certificate authority is passed explicitly, because
 * not every client reads the system's authorities.
 */
export async function rdap(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    redirect: "manual",
    tls: { ca: AUTHORITY },
    signal: AbortSignal.timeout(4000),
    ...init,
  });
}
/** Resolves to the code or name of the error if a request gets no complete answer, otherwise to "answered". */
export const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "answered",
    ({ code, name }: { code?: string | number; name: string }) => (typeof code === "string" ? code : name),
  );
