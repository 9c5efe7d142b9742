import type { Terminal } from '../terminal/terminal.ts'
import { plain, showAmount, showDate } from '../terminal/words.ts'
import { colourOf } from '../transactions/state-colours.ts'
import { type Forwarded, isAccepted } from './forward.ts'

export type Heard = { id: string; type: string; headers: Record<string, string>; body: string; creationDate: string }

/** What of an event's body a line tells. */
type Body = {
  id?: string
  event?: string
  transactionState?: string
  transactionAmount?: string
  transactionType?: string
  transactionOrderId?: string | null
  request?: { id: string; amount: string }
}

/** One line an event: when, what, how much, of which transaction, and what the receiver answered. */
export function printEvent(terminal: Terminal, event: Heard, forwarded: Forwarded | null): void {
  const { id, type, headers, creationDate } = event
  const body = JSON.parse(event.body) as Body
  if (terminal.isJson) return terminal.line(JSON.stringify({ id, type, creationDate, headers, body, forwarded }))
  const { paint } = terminal
  const state = body.transactionState ?? body.event ?? type
  const amount = body.transactionAmount ?? body.request?.amount
  const words = [
    paint('dim', whenOf(creationDate)),
    paint(colourOf(state), type.padEnd(22)),
    amount === undefined ? '' : `${body.transactionType === 'Debit' ? 'out' : 'in '} ${showAmount(amount)}`,
    body.request?.id ?? body.id ?? '',
    body.transactionOrderId ? plain(body.transactionOrderId) : '',
    forwarded === null ? '' : answerOf(terminal, forwarded),
  ]
  terminal.line(words.filter(word => word !== '').join('  '))
}

/** The time; of another day, the day as well. */
const whenOf = (date: string) => {
  const shown = showDate(date)
  return shown.slice(0, 10) === showDate(new Date().toISOString()).slice(0, 10) ? shown.slice(11) : shown
}

function answerOf({ paint }: Terminal, forwarded: Forwarded): string {
  const { status, answer, error, durationMs } = forwarded
  if (status === null) return paint('red', `→ ${error}`)
  const took = paint('dim', `${durationMs} ms`)
  return isAccepted(forwarded)
    ? `${paint('green', `→ ${status}`)} ${took}`
    : `${paint('red', `→ ${status}`)} ${took}  ${answer}`
}
