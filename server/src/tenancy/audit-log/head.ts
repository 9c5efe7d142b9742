import { readFile } from 'node:fs/promises'
import type { Head, Verdict } from './verify-audit-log.ts'

/** The head in the form that is printed and stored elsewhere: number, hash and time of the last entry. */
export const spellHead = ({ lastSequence, lastHash, lastAt }: Verdict): string =>
  `${lastSequence} ${lastHash || '-'} ${lastAt?.toISOString() ?? '-'}`

/** A printed head, or the file in which it was stored. */
export async function readHead(valueOrFile: string): Promise<Head> {
  const text = await readFile(valueOrFile, 'utf8').catch(() => valueOrFile)
  const [, sequence, hash] = /^(\d+) ([0-9a-f]{64}|-)(?: |$)/m.exec(text) ?? []
  if (sequence === undefined || hash === undefined)
    throw new Error(`${valueOrFile} is no head of the audit log, nor a file with one`)
  return { sequence: BigInt(sequence), hash: hash === '-' ? '' : hash }
}
