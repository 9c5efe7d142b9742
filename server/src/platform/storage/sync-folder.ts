import { open } from 'node:fs/promises'

/** What was made or renamed in a folder is there after a crash, too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
