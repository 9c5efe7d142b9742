import { randomInt } from 'node:crypto'

/** A static code's own id, which every payment by it carries: at most 25 letters and digits, as a BR Code allows. */
export type StaticId = { merchantNumber: number; staticId: string }

const letters = '0123456789abcdefghijklmnopqrstuvwxyz'
const ownLength = 16

/** `s`, the merchant's number in seven characters, and sixteen of its own: a payment leads to its merchant without an index. */
export const newStaticId = (merchantNumber: number): string =>
  `s${merchantNumber.toString(36).padStart(7, '0')}${Array.from({ length: ownLength }, () => letters[randomInt(36)]).join('')}`

/** Null: no id of ours. Some banks write it in capitals. */
export function openStaticId(text: string): StaticId | null {
  const staticId = text.toLowerCase()
  const [, number] = /^s([0-9a-z]{7})[0-9a-z]{16}$/.exec(staticId) ?? []
  const merchantNumber = Number.parseInt(number ?? '', 36)
  // As many as the database numbers; others' ids may look like ours.
  return merchantNumber < 2 ** 31 ? { merchantNumber, staticId } : null
}
