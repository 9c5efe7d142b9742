import { readFileSync } from 'node:fs'

/** `path` is relative to docs-site. */
export const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
