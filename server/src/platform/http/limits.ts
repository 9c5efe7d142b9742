/**
 * What callers may take of one process. What is called public is for callers without a token or session: a flood of
 * theirs affects unauthenticated callers, not payments. An address is the caller's; behind a proxy of one's own
 * that is known with TRUST_PROXY only. Without it all who come by the proxy are one address: they share its places, wait
 * for each other, and are still served.
 */
export const limits = {
  /** Public requests begun in one turn of the event loop; the others wait, and addresses take turns. */
  publicPerTurn: 8,
  /** Public requests that wait, of one address and in all; more: 503. */
  publicWaitingPerAddress: 1_000,
  publicWaiting: 4_000,
  /** Public requests being worked on at once, of one address and in all; more: 503. */
  publicAtOncePerAddress: 256,
  publicAtOnce: 512,

  /** Connections that have shown no token; the oldest beyond these are closed. Of one address: not with TRUST_PROXY. */
  connectionsPerAddress: 512,
  connections: 5_000,
  /** How often that is looked at: no connection is closed before it had so long to show a token. */
  connectionsEverySeconds: 5,

  /** Large files on their way to one address at once, and bytes of them in all; more: 429 and 503. */
  filesPerAddress: 32,
  fileBytes: 64 * 1024 * 1024,
  /** How fast a large file must be taken after the first seconds; slower readers are dropped. */
  fileFirstSeconds: 10,
  fileBytesPerSecond: 16 * 1024,

  /** Requests that a connection sends ahead, without waiting for responses; more: it is cut. */
  pipelined: 64,
  /** A body above this counts for the limits below. */
  smallBodyBytes: 16 * 1024,
  /** Bodies that one access key may send in a second: a larger body counts as several requests. */
  bodyBytesPerSecond: 4 * 1024 * 1024,
  /** Bodies on their way in at once, of one merchant and in all; more: 503. */
  bodyBytesOfMerchant: 16 * 1024 * 1024,
  bodyBytes: 64 * 1024 * 1024,

  /** Until the headers, and then until the whole body must have come; more: 408. An upload has as long as its address. */
  headersSeconds: 15,
  bodySeconds: 10,
  uploadSeconds: 300,
  /** A connection on which nothing moves, neither way. */
  idleSeconds: 120,
} as const
