import { anyText, list, type Read } from "@dnstools/server/config/read-setting";
import { type ConfigOf, secret, setting } from "@dnstools/server/config/settings";

function blocklistKey(text: string): Read<readonly [holder: string, key: string]> {
  const [, holder = "", key = ""] = /^(spamhaus|spamrats|abusix)=([a-z0-9]{1,63})$/i.exec(text) ?? [];
  return holder === ""
    ? { problem: "set spamhaus=KEY, spamrats=KEY or abusix=KEY, the key of letters and digits" }
    : { value: [holder.toLowerCase(), key.toLowerCase()] };
}

/** Settings of the network service's tools alone. */
export const SETTINGS = {
  DNSBL_KEYS: secret(
    "Keys of blocklists, in a comma list: `spamhaus=KEY` (DQS), `spamrats=KEY`, `abusix=KEY`.",
    list(blocklistKey, false),
  ),
  AS_DATABASE: setting(
    "",
    "File of origin ASes (MMDB, such as of @ip-location-db) to read in place of asking Team Cymru.",
    anyText,
  ),
} as const;

export type NetworkConfig = ConfigOf<typeof SETTINGS>;
