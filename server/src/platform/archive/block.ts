import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** Where a block is in its file, and what it must be. */
export type Place = { name: string; columns: string[]; startByte: bigint; bytes: number; sha256: string }

/** Rows of a block: so many that a read of one row takes little, and that they are packed well. */
export const rowsOfBlock = 1_000

/** Blocks of a file: some megabytes, written in one go. */
export const blocksOfFile = 20

/** A gzip member: members one after another are again a gzip file. */
export async function packBlock(text: string): Promise<{ packed: Buffer; sha256: string }> {
  const packed = await zip(text)
  return { packed, sha256: hash('sha256', packed, 'hex') }
}

/** Throws where it is not what was written. */
export async function unpackBlock(packed: Buffer, sha256: string): Promise<string> {
  if (hash('sha256', packed, 'hex') !== sha256) throw new DamagedBlock('its bytes are not those that were written')
  return (await unzip(packed)).toString()
}

/** A block that is not what was written. */
export class DamagedBlock extends Error {}
