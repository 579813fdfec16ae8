/** Texts that several findings share. SENT explains how the server's certificate was obtained. */
export const SENT =
  "A TLS handshake with each address of the host, with its name as SNI, shows the certificate.";
/** Explains how the chain was checked. */
export const CHAIN =
  "A TLS handshake with each address of the host shows the certificates, and paths from the first of them to a trusted root are built as RFC 5280 says.";
/** Explains how the version and the cipher were determined. */
export const HELLO =
  "A TLS handshake with each address of the host shows the version and the cipher that the server selects.";
/** Explains how the stapled OCSP response was requested. */
export const STATUS_HELLO =
  "A further connection asks the server for a stapled OCSP response (as `openssl s_client -status` does).";
/** Explains how the revocation list was checked. */
export const LIST =
  "The certificate names the authority's revocation list (CRL); the list is fetched over HTTP, and its signature, dates and scope are checked.";
/** Explains how the server was contacted. */
export const DIALED =
  "A TCP connection to each address of the host on the port of the service is tried, then TLS.";
/** Explains how the mail protocol was tested before TLS. */
export const DIALOGUE =
  "The mail protocol is spoken with each address of the host as far as STARTTLS; there is no login and no mail.";
/** Fix for a certificate that must be issued again. */
export const REISSUE = "Get a new certificate from the authority, and install it.";
/** Fix for a chain that is incomplete or out of order. */
export const CHAIN_FIX =
  "Configure the server to send its own certificate first, then the issuer of each, without the root.";
