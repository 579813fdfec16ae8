/** The help text of `dnstools keys`. */
export const USAGE = `Usage: dnstools keys COMMAND

  create --name NAME [--contact CONTACT] [--expires WHEN]   create a key, which is shown only once
  list [--all]                                              list valid keys; --all includes expired and revoked keys
  show ID                                                   show one key
  revoke ID                                                 revoke a key; every gateway refuses it within 30 s
  rotate ID [--overlap TIME] [--expires WHEN]               create a new key for the same holder; the old key stays valid
                                                            for the overlap (default: 24h)
  backup [--into FOLDER [--keep COUNT]]                     write all keys as hashes to stdout (keys backup > FILE) or to a
                                                            new file in a folder, which keeps the newest COUNT (default: 14)
  restore [--from PATH] [--replace]                         restore keys from stdin (keys restore < FILE), from a file, or
                                                            from the newest backup in a folder; --replace is needed to
                                                            replace existing keys

  ID       the ten characters after dnst_ in a key; not secret, shown in lists and logs
  WHEN     a time from now (90d, 12h), a date (2027-01-31, meaning the start of that day in UTC), or never
  TIME     a duration such as 24h, 7d, or 0
  --json   print only JSON on stdout
  --help   print this text

Without --expires a created key never expires, and a rotated key gets the lifetime of the old key.
Keys are stored in PostgreSQL if DATABASE_URL is set, else in the file keys.sqlite in DATA_DIR.
Exit codes: 0 success, 1 failure, 2 wrong usage.
`;
