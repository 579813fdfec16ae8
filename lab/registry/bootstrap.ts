import { ADDRESS_REGISTRIES, AS_REGISTRIES, REGISTRIES } from "../plan/registries.ts";

/** The time at which the bootstrap files were published and last changed. */
const PUBLISHED = "2026-11-19T19:00:02Z";

/** Groups keys by base URL: returns one row for each set of base URLs, with all of its keys (RFC 9224 section 3). */
function services(rows: readonly (readonly [key: string, base: string])[]): string[][][] {
  const byBase = Map.groupBy(rows, ([, base]) => base);
  return [...byBase].map(([base, keys]) => [keys.map(([key]) => key), [base]]);
}

const ADDRESSES = Object.values(ADDRESS_REGISTRIES).flatMap(({ base, blocks }) =>
  blocks.map((block) => [block, base] as const),
);

const FILES: Readonly<Record<string, { readonly what: string; readonly services: string[][][] }>> = {
  dns: {
    what: "Domain Name System registrations",
    services: services(
      Object.entries(REGISTRIES).flatMap(([tld, { rdap }]) => (rdap === undefined ? [] : [[tld, rdap]])),
    ),
  },
  ipv4: {
    what: "IPv4 address allocations",
    services: services(ADDRESSES.filter(([block]) => !block.includes(":"))),
  },
  ipv6: {
    what: "IPv6 address allocations",
    services: services(ADDRESSES.filter(([block]) => block.includes(":"))),
  },
  asn: { what: "Autonomous System Number allocations", services: services(AS_REGISTRIES) },
};

/**
 * Serves IANA's bootstrap files, with an ETag so that clients can cache and revalidate them (RFC 9224 section 8).
 */
export function bootstrap(request: Request): Response {
  const [, name = ""] = /^\/rdap\/(\w+)\.json$/.exec(new URL(request.url).pathname) ?? [];
  const file = FILES[name];
  if (file === undefined) return new Response("Not Found\n", { status: 404 });
  const content = { description: `RDAP bootstrap file for ${file.what}`, publication: PUBLISHED };
  const text = JSON.stringify({ ...content, services: file.services, version: "1.0" }, null, 2);
  const headers = {
    "content-type": "application/json",
    etag: `"${Bun.hash(text).toString(16)}"`,
    "last-modified": new Date(PUBLISHED).toUTCString(),
    "cache-control": "public, max-age=21603",
  };
  return request.headers.get("if-none-match") === headers.etag
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers });
}
