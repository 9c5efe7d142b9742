import type { Day } from '../../platform/brazil/sao-paulo.ts'
import { type FileFormat, datedName } from '../../platform/http/file-formats.ts'
import { type Language, inLanguage } from '../../platform/http/languages.ts'
import { type FileKind, fileKinds } from './kinds.ts'
import type { FileState } from './states.ts'

/** What a comparison found, and the first lines that are not as they should be. */
export type Compared = {
  matches: number
  differs: number
  missingHere: number
  missingInList: number
  first: { outcome: string; orderId: string | null; listed: string | null; found: string | null; what: string }[]
}

/** Why a file was given up. */
export type Fault = 'NotWritten' | 'TooManyRows' | 'BucketRefused'

/** A row of `files`. */
export type File = {
  merchantId: string
  id: string
  kind: FileKind
  format: FileFormat
  language: Language
  fromDay: Day
  toDay: Day
  state: FileState
  /** Asked for with an access key, by a person, or by a schedule. */
  keyId: string | null
  personId: string | null
  scheduleId: string | null
  /** The lines of a comparison as JSON, until it has been made. */
  list: string | null
  attempts: number
  nextAttemptAt: Date | null
  progress: number
  rows: bigint
  sizeBytes: bigint | null
  result: Compared | null
  fault: Fault | null
  createdAt: Date
  finishedAt: Date | null
  endsAt: Date | null
}

/** Where the bytes of an attempt are: two who write the same file never write to the same place. */
export const storedName = ({ merchantId, id }: Pick<File, 'merchantId' | 'id'>, attempt: number): string =>
  `${merchantId}/${id}.${attempt}`

/** How the file is called where it is kept, without its ending. */
export const nameOf = ({ kind, fromDay, toDay, language, createdAt }: File): string =>
  datedName(inLanguage(fileKinds[kind].name, language), { from: fromDay, to: toDay }, createdAt)
