/** A client certificate for mTLS: a PEM pair, or a PFX file in base64. Banks issue PFX files with an empty password. */
export type Certificate = { cert: string; key: string } | { pfx: string; passphrase: string }

/** What a connection to a bank needs, kept sealed. Addresses end without a slash. */
export type BankSettings = {
  /** Where the central bank's resources are: `cob`, `pix`, `webhook`. */
  pixUrl: string
  tokenUrl: string
  /** Where money is sent out; null: this bank only receives. */
  payoutUrl: string | null
  clientId: string
  clientSecret: string | null
  /** The PIX key that is credited and debited. */
  pixKey: string
  /** Eight characters that name the bank at the central bank. */
  ispb: string
  /** The one in use first; during a renewal the other one too. None only to loopback. */
  certificates: Certificate[]
  /** The bank's own certificate authority; null: the public ones. */
  ca: string | null
  /** What callbacks must bring as `hmac`; without it their address alone is the secret. */
  callbackSecret?: string | null
  /** Whether a proxy of ours asks the bank for its certificate on callbacks, and says so in a header. */
  proxyVerifiesBank?: boolean
}
