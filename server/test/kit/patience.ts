/** How long tests wait for what must happen: long enough for a busy machine, but not forever. */
export const patienceMs = 60_000

/** How long a whole test may take. */
export const testPatienceMs = 180_000
