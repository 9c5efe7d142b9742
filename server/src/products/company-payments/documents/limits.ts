/** The largest invoice: 10 MB. */
export const mostBytes = 10 * 1024 * 1024

/** How long an upload address can be used, and how long an upload through this server may take. */
export const addressSeconds = 300
export const uploadSeconds = 300

/** How long whoever looks after a document may need; then another does. Longer than any call of the storage. */
export const turnMs = 60_000

/** Once the address has expired a worker looks whether a file has come; after an hour none can, and it cleans up. */
export const firstLookAfterMs = 6 * 60_000
export const lastLookAfterMs = 60 * 60_000
