/** Public keys as `p=` has them, made once with openssl; nobody keeps the secret halves. */
export const DKIM_KEYS = {
  rsa2048:
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlcPVK1iyAWkMg1S89XUmlNHzlLNnlCFSMLGllBE8PlsgnixW+XMU+UVt4XjN6zsoLMYiKXaxYWjN30TZD5r1N7WrH43ZiHlUDSo/fvzd7gze10wxJsHbgwW2t0/2+1USmAZVbvdfUsx2h5jayipjC6REIhR+dUjID6bLFi/heHdxw4LQAjd/bRFLDGk0o18YvvA9ertDh3GsW5Sx/38pdX8ryyqo6xlQ00UWV7dThMObzgqK31xnaz9HKwJqjpjBBs/WmmCnIB8q3bVopQ+ac8t6tDOb3jlPhgI+bKRG7YJ5NomSkIijVmlfe3VqaFrIJlWn0dcH7vKolqcXcNb/BQIDAQAB",
  rsa1024:
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC9ZC6gXU0U+cQlV8iZCTxHLQbjfdPKsxIRopN9SaKeY//FAXTyUZXDeRgokaAa8ujJHCLCyIf8ikSHUUbtuxXkoSb1251kaAgLfOjJIvmNZW1PeAZ75O8XmIjzgt9W6rtq54envc5XxhKa20mIRRUkEqbXeD41Q+m/nwZ1E7PwhwIDAQAB",
  rsa512:
    "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMQZrn+upCUxuUcWwFhgBStud/3cRRtdDKZaqOf4GIbn2JTv44V2bnEefmEVX3z1oSZpEfWrvnrFiC4BTULD098CAwEAAQ==",
  /** The 2048 bits above as RSAPublicKey (RFC 8017 appendix A.1.1), without the usual wrapping. */
  pkcs1:
    "MIIBCgKCAQEAlcPVK1iyAWkMg1S89XUmlNHzlLNnlCFSMLGllBE8PlsgnixW+XMU+UVt4XjN6zsoLMYiKXaxYWjN30TZD5r1N7WrH43ZiHlUDSo/fvzd7gze10wxJsHbgwW2t0/2+1USmAZVbvdfUsx2h5jayipjC6REIhR+dUjID6bLFi/heHdxw4LQAjd/bRFLDGk0o18YvvA9ertDh3GsW5Sx/38pdX8ryyqo6xlQ00UWV7dThMObzgqK31xnaz9HKwJqjpjBBs/WmmCnIB8q3bVopQ+ac8t6tDOb3jlPhgI+bKRG7YJ5NomSkIijVmlfe3VqaFrIJlWn0dcH7vKolqcXcNb/BQIDAQAB",
  /** 32 bytes (RFC 8463 section 4.2). */
  ed25519: "mzeE2E+CvGVosZM3+53vHStTJl7Z3LIanLMDS4jOsgs=",
  /** The same as SubjectPublicKeyInfo, as which it must not be published. */
  ed25519Enclosed: "MCowBQYDK2VwAyEAmzeE2E+CvGVosZM3+53vHStTJl7Z3LIanLMDS4jOsgs=",
} as const;
