/** Sentences that several findings share. */
export const SENT =
  "A TLS handshake with each address of the host, with its name as SNI, shows the certificate.";
export const CHAIN =
  "A TLS handshake with each address of the host shows the certificates, and paths from the first of them to a trusted root are built as RFC 5280 says.";
export const HELLO =
  "A TLS handshake with each address of the host shows the version and the cipher that the server selects.";
export const STATUS_HELLO =
  "A further connection asks the server for a stapled OCSP response (as `openssl s_client -status` does).";
export const LIST =
  "The certificate names the authority's revocation list (CRL); the list is fetched over HTTP, and its signature, dates and scope are checked.";
export const DIALED =
  "A TCP connection to each address of the host at the port of the service is tried, then TLS.";
export const DIALOGUE =
  "The mail protocol is spoken with each address of the host as far as STARTTLS; there is no login and no mail.";
export const REISSUE = "Get a new certificate from the authority, and install it.";
export const CHAIN_FIX =
  "Configure the server to send its own certificate first, then the issuer of each, without the root.";
