import type { SealedColumn } from '../../../platform/db/reseal.ts'
import { type Key, type Place, openSealedText, sealText } from '../../../platform/lib/seal.ts'
import { selectSealedInputs, updateSealedInput } from './sql.ts'

type Needs = { storageKey: Key }

const placeOf = (id: string): Place => `operator_requests.sealed_input ${id}`

/** The input of an act may have secrets in it, such as a bank's credentials. */
export const sealInput = ({ storageKey }: Needs, id: string, input: unknown): string =>
  sealText(storageKey, JSON.stringify(input), placeOf(id))

export const openInput = ({ storageKey }: Needs, id: string, sealed: string): unknown =>
  JSON.parse(openSealedText(storageKey, sealed, placeOf(id)))

/** For when the server's secret changes. */
export const sealedRequests: SealedColumn = {
  what: 'requests of operators',
  placeOf,
  select: selectSealedInputs,
  update: updateSealedInput,
}
