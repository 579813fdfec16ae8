const ADDRESS = /^(?:mailto:)?([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)$/;

/** Where the operator's contact leads: `mailto:` and an e-mail address, an `https:` URL, or null for anything else. */
export function linkOf(contact: string): string | null {
  const address = ADDRESS.exec(contact.trim())?.[1];
  if (address !== undefined) return `mailto:${address}`;
  const url = URL.canParse(contact) ? new URL(contact) : null;
  return url?.protocol === "https:" ? url.href : null;
}
