import type { Readable } from 'node:stream'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { type File, storedName } from './states.ts'
import { isThereAfter, selectFile, selectFiles } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

export async function readFile(needs: Needs, merchantId: string, id: string): Promise<File> {
  const file = isUuid(id) ? await selectFile(needs.sql, merchantId, id) : undefined
  if (file === undefined) throw new ApiError('FileNotFound')
  return file
}

/** Newest first. */
export const listFiles = (
  needs: Needs,
  { merchantId, limit, cursor }: Paging & { merchantId: string },
): Promise<Page<File>> => readPage(limit, rows => selectFiles(needs.sql, merchantId, cursor, rows), byId)

/** Whether it can be downloaded this moment. */
export const isThere = ({ state, endsAt }: File, now: Date): boolean =>
  state === 'Done' && endsAt !== null && now < endsAt

type OpenNeeds = Needs & { fileStorage: FileStorage; addresses: PublicAddresses }

/** The bytes behind a public address. One that was altered, or whose time is over, leads nowhere. */
export async function openFile(needs: OpenNeeds, token: string): Promise<{ file: File; bytes: Readable }> {
  const ids = needs.addresses.openFile(token)
  const file = ids === null ? undefined : await selectFile(needs.sql, ids.merchantId, ids.id)
  if (file === undefined || !isThere(file, needs.clock())) throw new ApiError('AddressNotFound')
  return { file, bytes: await needs.fileStorage.read(storedName(file, file.attempts)) }
}

/** Whether a period has more transactions than so many; looks no further. */
export const isLargerThan = (
  needs: { sql: Sql },
  period: Parameters<typeof isThereAfter>[1],
  most: number,
): Promise<boolean> => isThereAfter(needs.sql, period, most)
