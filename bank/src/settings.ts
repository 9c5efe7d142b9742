import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export type BankSettings = {
  folder: string
  /** 0 takes a free one. */
  port: number
  controlPort: number
  /** Certificates of authorities, besides the bank's own and the public ones, that receivers of callbacks may show. */
  callbackAuthorities: string[]
}

export function readSettings(environment: Record<string, string | undefined>): BankSettings {
  const { BANK_FOLDER = '.trilho/bank', BANK_PORT = '7443', BANK_CONTROL_PORT = '7480', BANK_CALLBACK_CA } = environment
  return {
    folder: resolve(BANK_FOLDER),
    port: portOf('BANK_PORT', BANK_PORT),
    controlPort: portOf('BANK_CONTROL_PORT', BANK_CONTROL_PORT),
    callbackAuthorities: BANK_CALLBACK_CA ? [readFileSync(BANK_CALLBACK_CA, 'utf8')] : [],
  }
}

function portOf(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new RangeError(`${name}=${text} is no port`)
  return Number(text)
}
