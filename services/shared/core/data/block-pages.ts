/**
 * Addresses that filtering resolvers give instead of the addresses of a name that they block, so that a browser shows
 * their page (Cisco Umbrella and OpenDNS, "Block page IP addresses", 2026-11-28). Private, loopback and null addresses,
 * which most other filters give, are not listed.
 */
export const BLOCK_PAGES: readonly string[] = [104, 105, 106, 107, 108, 109, 110].map(
  (last) => `146.112.61.${last}`,
);
