const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_LENGTH = 6;

/**
 * Returns a well-formed key with a valid checksum that was never issued.
 * @param ours an issued key, which serves as a template
 * @param which selects one of several such keys
 */
export function strangersKey(ours: string, which: number): string {
  const [prefix = "", rest = ""] = ours.slice(0, -CHECKSUM_LENGTH).split("_");
  const body = `${prefix}_${rest.slice(which)}${rest.slice(0, which)}`;
  let left = Bun.hash.crc32(body);
  let checksum = "";
  while (checksum.length < CHECKSUM_LENGTH) {
    checksum = `${BASE62[left % 62]}${checksum}`;
    left = Math.floor(left / 62);
  }
  return `${body}${checksum}`;
}
