const minute = 60_000
const day = 24 * 60 * minute

/** How long a file can be downloaded, and how long it is told after that that there was one. */
export const keptForMs = 7 * day
export const rememberedForMs = 90 * day

/** How long whoever writes a file may be silent; then another begins anew. Longer than any call of database or storage. */
export const leaseMs = 2 * minute

/** After each failed attempt; then the file is given up. */
export const pausesMs = [5_000, 30_000, 2 * minute, 10 * minute] as const
export const mostAttempts = pausesMs.length + 1

/** Rows of one file: what a sheet of Excel has room for. */
export const mostRows = 1_000_000

/** The longest period of one file. */
export const mostDays = 366

/** Files of one merchant that wait or are being written. */
export const mostUnderWay = 20

/** Lines of a list that is compared, and the bytes of a file that has one. */
export const mostListed = 20_000
export const mostListBytes = 4 * 1024 * 1024
