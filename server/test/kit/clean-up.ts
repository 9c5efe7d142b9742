import { afterAll, onTestFinished } from 'vitest'

/** Undoes something when the test ends, or the file where it was done outside a test. The last thing done is undone first. */
export function cleanUp(undo: () => unknown): void {
  const end = async () => {
    await undo()
  }
  try {
    onTestFinished(end)
  } catch {
    afterAll(end)
  }
}
