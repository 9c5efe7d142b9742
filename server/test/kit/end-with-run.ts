let isWatched = false

/** A worker ends with the run that started it, also when that was killed. */
export function endWithRun(): void {
  if (!isWatched) process.once('disconnect', () => process.exit(1))
  isWatched = true
}
