import type { SealedColumn } from '../../platform/db/reseal.ts'
import { type Place, openSealedText, sealText } from '../../platform/lib/seal.ts'
import type { BankSettings } from './bacen-pix/settings.ts'
import { selectSealedSettings, updateSealedSettings } from './sql.ts'

type Needs = { storageKey: Buffer }

const placeOf = (id: string): Place => `bank_connections.sealed_settings ${id}`

export const sealSettings = ({ storageKey }: Needs, id: string, settings: BankSettings): string =>
  sealText(storageKey, JSON.stringify(settings), placeOf(id))

export const openSettings = ({ storageKey }: Needs, id: string, sealed: string): BankSettings =>
  JSON.parse(openSealedText(storageKey, sealed, placeOf(id))) as BankSettings

/** For when the server's secret changes. */
export const sealedBankSettings: SealedColumn = {
  what: 'settings of banks',
  placeOf,
  select: selectSealedSettings,
  update: updateSealedSettings,
}
