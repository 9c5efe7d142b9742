import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { File } from './states.ts'
import { isThere } from './read-file.ts'
import type { FileData } from './schemas.ts'

export function fileView(file: File, addresses: PublicAddresses, now: Date): FileData {
  const { id, kind, format, fromDay, toDay, state, progress, result } = file
  return {
    id,
    kind,
    format,
    firstDay: fromDay,
    lastDay: toDay,
    state,
    progress,
    rows: Number(file.rows),
    sizeBytes: file.sizeBytes === null ? null : Number(file.sizeBytes),
    url: isThere(file, now) ? addresses.file(file.merchantId, id) : null,
    expirationDate: file.endsAt?.toISOString() ?? null,
    result: result && {
      matches: result.matches,
      differs: result.differs,
      missingHere: result.missingHere,
      missingInList: result.missingInList,
    },
    creationDate: file.createdAt.toISOString(),
  }
}
