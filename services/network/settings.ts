import { anyText, list, type Read } from "@dnstools/server/config/read-setting";
import { type ConfigOf, secret, setting } from "@dnstools/server/config/settings";

function blocklistKey(text: string): Read<readonly [holder: string, key: string]> {
  const [, holder = "", key = ""] = /^(spamhaus|spamrats|abusix)=([a-z0-9]{1,63})$/i.exec(text) ?? [];
  return holder === ""
    ? { problem: "set spamhaus=KEY, spamrats=KEY or abusix=KEY, where KEY consists of letters and digits" }
    : { value: [holder.toLowerCase(), key.toLowerCase()] };
}

/** Settings that only the network service's tools use. */
export const SETTINGS = {
  DNSBL_KEYS: secret(
    "Comma-separated keys of blocklists: `spamhaus=KEY` (DQS), `spamrats=KEY`, `abusix=KEY`.",
    list(blocklistKey, false),
  ),
  AS_DATABASE: setting(
    "",
    "File of origin ASes (MMDB, for example from @ip-location-db) that is read instead of querying Team Cymru.",
    anyText,
  ),
} as const;

/** Values of the network service's settings. */
export type NetworkConfig = ConfigOf<typeof SETTINGS>;
