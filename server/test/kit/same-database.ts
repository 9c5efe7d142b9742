import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'

/** After each test: nothing has ended the PostgreSQL that all files share, in it or just before it, however well the test went. */
export function sameDatabase(): () => void {
  const log = inject('databaseLog')
  if (log === '') return () => undefined
  let before = postmasterOf(log)
  return () => {
    const [was, is] = [before, postmasterOf(log)]
    before = is
    if (is !== was) throw new Error(`the shared PostgreSQL ended meanwhile: it was ${was}, now it is ${is}`)
  }
}

function postmasterOf(log: string): string {
  try {
    return `process ${readFileSync(join(dirname(log), 'postgres/postmaster.pid'), 'utf8').split('\n')[0]}`
  } catch (error) {
    return String(error)
  }
}
