/**
 * Certificate of an authority whose private key was destroyed. If this authority is the only trusted one, the platform
 * returns a server's certificates as they were sent. Otherwise the platform would append a root certificate that it
 * knows.
 */
export const KEYLESS_AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBeTCCAR+gAwIBAgIUcg816wTB8lq0B2tuLs7JwRwbLxAwCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGbm9ib2R5MCAXDTI2MTEyMTExMjA0MFoYDzIxMjYxMDI4MTEy
MDQwWjARMQ8wDQYDVQQDDAZub2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AAS9o5OhaWlI8UPrCFmGrlhMBQFnFnTNSG8nehixU9EFwJcB20EupiioNBpdhSK9
HLMWnWPdluSvuWkQr6sUHjrKo1MwUTAdBgNVHQ4EFgQUHd6+/RGP37GXUD3M8WcJ
qia2iAgwHwYDVR0jBBgwFoAUHd6+/RGP37GXUD3M8WcJqia2iAgwDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiA/AZxHa0QlmeboFdUJhHYEggsnozcV
D3d0gME26qp2tgIhAKPpJYZ5Mj1uGPPARcWpofThrKZESvKI+cyfNupQ6l5D
-----END CERTIFICATE-----
`;
