import { dialectNames, presets } from '../../../../server/src/money/rails/bacen-pix/presets.ts'
import type { ConnectForm } from './api.ts'

type Dialect = ConnectForm['dialect']

/** Whose addresses are used: the bank's own, or others, which are then asked for. */
export type Environment = 'production' | 'test' | 'other'

export const presetOf = (dialect: Dialect) => presets[dialect]

/** Whether a bank's addresses are known by its name. */
export const hasAddresses = (dialect: Dialect): boolean => presets[dialect].production.pixUrl !== ''

/** Where a bank is, as its documentation says, and its number at the central bank. */
export function addressesOf(dialect: Dialect, environment: 'production' | 'test') {
  const { pixUrl, tokenUrl, payoutUrl, boletoUrl = '' } = presets[dialect][environment]
  return { pixUrl, tokenUrl, payoutUrl: payoutUrl ?? '', boletoUrl, ispb: presets[dialect].ispb }
}

/** Whether a bank has an API of its own for boletos, at an address of its own. */
export const hasBoletoUrl = (dialect: string): boolean =>
  dialects.some(one => one === dialect && presets[one].production.boletoUrl !== undefined)

/** The most used first, the standard itself last. */
export const dialects = Object.keys(presets) as Dialect[]
/** Whether boletos are registered by a contract that has a number. */
export const hasContract = (dialect: string): boolean =>
  dialects.some(one => one === dialect && presets[one].mayAsk.includes('clientNumber'))

export const dialectLabel = (dialect: string): string =>
  dialectNames.includes(dialect as Dialect) ? presets[dialect as Dialect].label : dialect
