const ADDRESS = /^(?:mailto:)?([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)$/;

/**
 * Returns the link for the operator's contact: a `mailto:` or `https:` URL. Returns null if the contact is any other
 * text.
 */
export function linkOf(contact: string): string | null {
  const address = ADDRESS.exec(contact.trim())?.[1];
  if (address !== undefined) return `mailto:${address}`;
  const url = URL.canParse(contact) ? new URL(contact) : null;
  return url?.protocol === "https:" ? url.href : null;
}
