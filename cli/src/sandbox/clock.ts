import type { Clock } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { facts } from '../terminal/table.ts'
import { showDate } from '../terminal/words.ts'

const secondsIn = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

/** `+2h` is a time from now on, everything else a moment. */
function readMove(words: string): { forward: number } | { to: string } {
  const [, count = '', unit = ''] = /^\+(\d{1,8})([smhd])$/.exec(words) ?? []
  if (count !== '') return { forward: Number(count) * secondsIn[unit as keyof typeof secondsIn] }
  const to = new Date(words)
  if (Number.isNaN(to.getTime()) || words.startsWith('+'))
    throw wrongUsage(`${words} is neither a time like +15m, +2h or +30d nor a date.`)
  return { to: to.toISOString() }
}

export const sandboxClock = command({
  name: 'sandbox clock',
  says: 'show what time it is for you, or move your clock forward',
  more: 'Charges, consents and links whose time is over end, and waiting webhooks go out. A clock never goes back.',
  args: { move: { says: 'so much: +30s, +15m, +2h or +30d; or to a date', isOptional: true } },
  options: {},
  examples: ['trilho sandbox clock', 'trilho sandbox clock +2h', 'trilho sandbox clock 2027-01-31'],
  run: async ({ terminal, connect }, { args }) => {
    const { clock } = (await connect()).sandbox
    const found: Clock = args.move === undefined ? await clock.read() : await clock.move(readMove(args.move))
    terminal.answer(found, () =>
      terminal.line(
        facts(terminal.paint, [
          ['time', showDate(found.time)],
          ['ahead', found.aheadSeconds === 0 ? 'not at all' : `${found.aheadSeconds} s`],
        ]),
      ),
    )
  },
})
