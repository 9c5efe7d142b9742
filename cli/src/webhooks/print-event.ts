import type { Terminal } from '../terminal/terminal.ts'
import { plain, showAmount, showDate } from '../terminal/words.ts'
import { colourOf } from '../transactions/state-colours.ts'
import { eventNames } from './event-names.ts'
import { type Forwarded, isAccepted } from './forward.ts'

export type ReceivedEvent = {
  id: string
  type: string
  headers: Record<string, string>
  body: string
  creationDate: string
}

/** The parts of an event's body that a line shows. */
type Body = {
  id?: string
  event?: string
  transactionState?: string
  transactionAmount?: string
  transactionType?: string
  transactionOrderId?: string | null
  request?: { id: string; amount: string }
  refund?: { amount: string }
}

const nameWidth = Math.max(...eventNames.map(name => name.length))

/** One line an event: when, what, how much, of which transaction, and what the receiver answered. */
export function printEvent(terminal: Terminal, event: ReceivedEvent, forwarded: Forwarded | null): void {
  const { id, type, headers, creationDate } = event
  const body = JSON.parse(event.body) as Body
  if (terminal.isJson) return terminal.line(JSON.stringify({ id, type, creationDate, headers, body, forwarded }))
  const { paint } = terminal
  const state = body.transactionState ?? body.event ?? type
  const words = [
    paint('dim', whenOf(creationDate)),
    paint(colourOf(state), type.padEnd(nameWidth)),
    moneyOf(body),
    body.request?.id ?? body.id ?? '',
    body.transactionOrderId ? plain(body.transactionOrderId) : '',
    forwarded === null ? '' : answerOf(terminal, forwarded),
  ]
  terminal.line(words.filter(word => word !== '').join('  '))
}

/** Which way, and how much: of a refund, what goes back. */
function moneyOf({ refund, request, transactionType, transactionAmount = request?.amount }: Body): string {
  if (refund !== undefined) return `back ${showAmount(refund.amount).padStart(12)}`
  if (transactionAmount === undefined) return ''
  return `${transactionType === 'Credit' ? 'in  ' : 'out '} ${showAmount(transactionAmount).padStart(12)}`
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
