export const USAGE = `Usage: dnstools keys COMMAND

  create --name NAME [--contact CONTACT] [--expires WHEN]   make a key; it is shown once
  list [--all]                                              keys that work; --all: expired and revoked ones too
  show ID                                                   one key
  revoke ID                                                 refuse a key from now on, everywhere within 30 s
  rotate ID [--overlap TIME] [--expires WHEN]               a new key for the same holder; the old one goes on for the
                                                            overlap (24h where none is given)
  backup [--into FOLDER [--keep COUNT]]                     all keys on stdout, as hashes: keys backup > FILE; or in a new
                                                            file of a folder, which keeps the newest (14)
  restore [--from PATH] [--replace]                         keys of a backup from stdin: keys restore < FILE; or of a file,
                                                            or of the newest in a folder; in place of those there are only
                                                            with --replace

  ID       the ten characters after dnst_ of a key: no secret, and what lists and logs show
  WHEN     a time from now (90d, 12h), a date (2027-01-31: at its first moment, UTC), or never
  TIME     such as 24h, 7d, or 0
  --json   JSON on stdout, and nothing else
  --help   this text

Without --expires a created key never expires, and a rotated one lasts as long as the old one did.
Keys are in PostgreSQL where DATABASE_URL is set, else in the file keys.sqlite in DATA_DIR.
Exit codes: 0 done, 1 not done, 2 not understood.
`;
