/**
 * Deviations of SMTP servers (see lab/odd/smtp.ts). Each server is named after its deviation, below mailtls.com and
 * with `-` instead of `_`.
 */
export const ODD_SMTP = [
  ...["tarpit", "slow_banner", "limited", "busy", "rejects", "ehlo_421", "ehlo_rejected", "helo_only"],
  ...["no_starttls", "clear_auth", "starttls_454", "starttls_501", "injects"],
  ...["banner_endless", "line_endless", "ehlo_endless", "split", "split_late"],
  ...["closes_early", "closes_after_go", "garbage_after_go", "not_smtp"],
  ...["lower_case", "no_crlf", "banner_binary", "quits_rude", "tls_at_once"],
] as const;
/** One of ODD_SMTP. */
export type OddSmtp = (typeof ODD_SMTP)[number];

/** Deviations of IMAP servers; see lab/odd/imap.ts. */
export const ODD_IMAP = [
  ...["preauth", "bye", "bye_plain", "imap_no_starttls", "logindisabled", "imap_injects", "imap_refuses"],
  ...["imap_literal", "imap_endless", "imap_tarpit"],
] as const;
/** One of ODD_IMAP. */
export type OddImap = (typeof ODD_IMAP)[number];

/** Deviations of POP3 servers; see lab/odd/pop3.ts. */
export const ODD_POP3 = [
  ...["pop_err", "pop_in_use", "pop_no_capa", "pop_no_stls", "pop_refuses", "pop_injects"],
  ...["pop_endless", "pop_dots"],
] as const;
/** One of ODD_POP3. */
export type OddPop3 = (typeof ODD_POP3)[number];

/** The address that reports which commands the odd mail servers received: one line of JSON for each connection. */
export const VERBS = { name: "verbs.mailtls.com", v4: "5.41.1.250", port: 2500 } as const;

/** The commands of one connection, in order. Commands inside TLS are not recorded. */
export type Heard = { readonly host: string; readonly port: number; readonly verbs: readonly string[] };

/**
 * The certificate that the odd mail servers present after STARTTLS: they pass the TLS connection on to this web
 * server.
 */
export const BEHIND_STARTTLS = "good-ecdsa.certs.com";
