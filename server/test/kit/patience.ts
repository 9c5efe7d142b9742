/** How long tests wait for what must come: a busy machine is no failure, and what never comes is one all the same. */
export const patienceMs = 60_000

/** How long a whole test may take. */
export const testPatienceMs = 180_000
