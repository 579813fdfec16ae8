/** An example of a record that asks for reports, for the pages of findings. */
export const RECORD =
  '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@example.com;"';
/** How most findings on DMARC are found. */
export const ASKED =
  "The resolver is asked for the TXT record at _dmarc below the domain, then at the names above it;";
