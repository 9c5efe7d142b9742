import { type CallKind, callKinds } from '../../../../server/src/money/rails/bacen-pix/call-kinds.ts'
import type { ChangeForm } from './api.ts'

type Limits = NonNullable<ChangeForm['limits']>

/** A line such as `charges: 120`, or `charges: 120, 30`: how many in a minute, and how many of them at once. */
const line = /^(\w+)\s*:\s*(\d{1,6})(?:\s*,\s*(\d{1,6}))?$/

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(one => one.trim())
    .filter(one => one !== '')

export const areLimits = (text: string): boolean =>
  linesOf(text).every(one => callKinds.includes(line.exec(one)?.[1] as CallKind))

export function limitsIn(text: string): Limits {
  const limits = linesOf(text).flatMap(one => {
    const [, kind = '', perMinute, atOnce] = line.exec(one) ?? []
    const limit = { perMinute: Number(perMinute), ...(atOnce === undefined ? {} : { atOnce: Number(atOnce) }) }
    return [[kind, limit] as const]
  })
  return Object.fromEntries(limits)
}

export const limitLines = (limits: Limits): string =>
  Object.entries(limits)
    .map(([kind, { perMinute, atOnce }]) => `${kind}: ${perMinute}${atOnce === undefined ? '' : `, ${atOnce}`}`)
    .join('\n')
