/**
 * Lets so many begin in each turn of the event loop, first come, first served: what is done in thousands leaves room for
 * what else the process does in between. Nothing to wait for: undefined.
 */
export function inTurns(most: () => number): () => Promise<void> | undefined {
  const waiting: (() => void)[] = []
  let begun = 0

  function nextTurn() {
    begun = 0
    for (const begin of waiting.splice(0, most())) {
      begun++
      begin()
    }
    if (begun > 0) setImmediate(nextTurn)
  }

  return () => {
    if (begun === 0) setImmediate(nextTurn)
    if (begun < most()) return void begun++
    return new Promise(resolve => waiting.push(resolve))
  }
}
