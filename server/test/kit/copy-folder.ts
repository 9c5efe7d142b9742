import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** All that is in a folder, with its modes, into another: `cp` does it in a quarter of Node's time. */
export const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-Rp', `${from}/.`, to])
