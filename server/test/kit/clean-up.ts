import { afterAll, onTestFinished } from 'vitest'

/** Runs a cleanup when the test ends, or the file if called outside a test. The last one runs first. */
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
