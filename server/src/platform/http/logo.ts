import { readFileSync } from 'node:fs'

/** The mark on pages and papers, the same as in the portal. */
export const logo = readFileSync(new URL('icon.svg', import.meta.url), 'utf8')

/** Two rails and their sleepers, in a square of 32 with round corners: for paper, which draws it itself. */
export const logoLines = /<path d="([^"]+)"/.exec(logo)?.[1] ?? ''
