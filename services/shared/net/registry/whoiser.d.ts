/** The parsers of whoiser 1.18.0, which its own types leave out. Its transport is not used: it follows referrals anywhere. */
declare module "whoiser/src/parsers.js" {
  export function parseSimpleWhois(whois: string): Record<string, unknown>;
  export function parseDomainWhois(
    domain: string,
    whois: string,
    ignorePrivacy: boolean,
  ): Record<string, unknown>;
}
