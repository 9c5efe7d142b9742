import { access, constants, mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

const { R_OK, W_OK } = constants

/** What a system's error code means for the person who chose the folder. */
const meanings: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOENT: 'no folder can be made there',
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a file is in its place',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** PostgreSQL knows no paths above 1,023 bytes; the names of its own files take some of them. */
const longestPathBytes = 800

/** The folder of a server's own files, made where it is missing; where nothing can be written one line says why. */
export async function openDataFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    if (Buffer.byteLength(folder) > longestPathBytes) throw Object.assign(new Error(), { code: 'ENAMETOOLONG' })
    await makeFolder(folder)
    await rmdir(await mkdtemp(join(folder, 'write-test-')))
    // What another user has left there: a server that was once started by root, for one.
    for (const name of await readdir(folder)) await access(join(folder, name), R_OK | W_OK).catch(unlessMissing)
    return folder
  } catch (error) {
    const { code = '', message, syscall, path: at = folder } = error as NodeJS.ErrnoException
    const place = shortened(syscall === 'access' ? at : folder)
    const why = `TRILHO_DATA cannot be used: ${place}: ${meanings[code] ?? message}`
    throw new Error(`${why}. Set it to a folder that this user can write to.`, { cause: error })
  }
}

/** Not `mkdir` with `recursive`: it never returns where a folder exists that takes no others, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = []
  for (let at = folder; !(await exists(at)); at = dirname(at)) missing.unshift(at)
  // Another server may start at the same time.
  for (const each of missing) await mkdir(each, { mode: 0o700 }).catch(unlessCode('EEXIST'))
}

const unlessCode = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
}
const unlessMissing = unlessCode('ENOENT')

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(unlessMissing)) !== undefined

const shortened = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}…` : path)
