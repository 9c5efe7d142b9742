/** How long after the last request somebody is likely to ask for the next. */
const recentMs = 200

export type RecentRequests = ReturnType<typeof recentRequests>

/** Whether this process is being asked for something: what can wait leaves more room then. */
export function recentRequests() {
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    note: () => void (lastMs = performance.now()),
    areThere: (): boolean => performance.now() - lastMs < recentMs,
  }
}
