/** Example of a record that asks for reports, shown on the pages about findings. */
export const RECORD =
  '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@example.com;"';
/** Beginning of the sentence that explains how a DMARC finding is detected. */
export const ASKED =
  "The resolver is asked for the TXT record at _dmarc below the domain, then below the names above the domain;";
