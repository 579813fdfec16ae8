const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_LENGTH = 6;

/** A key that looks as good as ours, checksum and all, and was issued by somebody else. @param ours one that we did. @param which each number gives another. */
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
