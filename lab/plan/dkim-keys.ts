/**
 * Public keys in the form of DKIM's `p=` tag. They were made once with openssl, and the private keys were discarded.
 */
export const DKIM_KEYS = {
  rsa2048:
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlcPVK1iyAWkMg1S89XUmlNHzlLNnlCFSMLGllBE8PlsgnixW+XMU+UVt4XjN6zsoLMYiKXaxYWjN30TZD5r1N7WrH43ZiHlUDSo/fvzd7gze10wxJsHbgwW2t0/2+1USmAZVbvdfUsx2h5jayipjC6REIhR+dUjID6bLFi/heHdxw4LQAjd/bRFLDGk0o18YvvA9ertDh3GsW5Sx/38pdX8ryyqo6xlQ00UWV7dThMObzgqK31xnaz9HKwJqjpjBBs/WmmCnIB8q3bVopQ+ac8t6tDOb3jlPhgI+bKRG7YJ5NomSkIijVmlfe3VqaFrIJlWn0dcH7vKolqcXcNb/BQIDAQAB",
  rsa1024:
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC9ZC6gXU0U+cQlV8iZCTxHLQbjfdPKsxIRopN9SaKeY//FAXTyUZXDeRgokaAa8ujJHCLCyIf8ikSHUUbtuxXkoSb1251kaAgLfOjJIvmNZW1PeAZ75O8XmIjzgt9W6rtq54envc5XxhKa20mIRRUkEqbXeD41Q+m/nwZ1E7PwhwIDAQAB",
  rsa512:
    "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMQZrn+upCUxuUcWwFhgBStud/3cRRtdDKZaqOf4GIbn2JTv44V2bnEefmEVX3z1oSZpEfWrvnrFiC4BTULD098CAwEAAQ==",
  /** The 2048-bit key above as RSAPublicKey (RFC 8017 appendix A.1.1) instead of SubjectPublicKeyInfo. */
  pkcs1:
    "MIIBCgKCAQEAlcPVK1iyAWkMg1S89XUmlNHzlLNnlCFSMLGllBE8PlsgnixW+XMU+UVt4XjN6zsoLMYiKXaxYWjN30TZD5r1N7WrH43ZiHlUDSo/fvzd7gze10wxJsHbgwW2t0/2+1USmAZVbvdfUsx2h5jayipjC6REIhR+dUjID6bLFi/heHdxw4LQAjd/bRFLDGk0o18YvvA9ertDh3GsW5Sx/38pdX8ryyqo6xlQ00UWV7dThMObzgqK31xnaz9HKwJqjpjBBs/WmmCnIB8q3bVopQ+ac8t6tDOb3jlPhgI+bKRG7YJ5NomSkIijVmlfe3VqaFrIJlWn0dcH7vKolqcXcNb/BQIDAQAB",
  /** The raw 32 bytes of an Ed25519 key (RFC 8463 section 4.2). */
  ed25519: "mzeE2E+CvGVosZM3+53vHStTJl7Z3LIanLMDS4jOsgs=",
  /** The same Ed25519 key as SubjectPublicKeyInfo, a form that DKIM does not allow. */
  ed25519Enclosed: "MCowBQYDK2VwAyEAmzeE2E+CvGVosZM3+53vHStTJl7Z3LIanLMDS4jOsgs=",
} as const;
