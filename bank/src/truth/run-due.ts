import { endRegistration } from './boletos.ts'
import { expireInitiation } from './initiations.ts'
import { settlePayout } from './payouts.ts'
import type { Due } from './records.ts'
import { endRefund } from './refund-pix.ts'
import type { Truth } from './truth.ts'

/** A timer never sleeps longer: a clock that is moved meanwhile wakes it anyway. */
const longestSleepMs = 60_000

export type DueRunner = { wake: () => void; stop: () => void }

/** Does what is due by the bank's clock, and sleeps until the next thing is. What is due outlives a crash. */
export function runDue(truth: Truth, deliver: (callbackId: string) => void): DueRunner {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const run = () => {
    const now = truth.now().getTime()
    let nextAt = now + longestSleepMs
    for (const due of truth.book.all('due').values()) {
      const at = Date.parse(due.at)
      if (at > now) nextAt = Math.min(nextAt, at)
      else act(truth, due, deliver)
    }
    if (!isStopped) timer = setTimeout(run, Math.max(nextAt - now, 1)).unref()
  }
  return {
    wake() {
      clearTimeout(timer)
      if (!isStopped) timer = setTimeout(run, 0)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function act(truth: Truth, { what, reference }: Due, deliver: (callbackId: string) => void): void {
  if (what === 'callback') return deliver(reference)
  if (what === 'payout') {
    const payout = truth.book.get('payouts', reference)
    if (payout) settlePayout(truth, payout)
    return
  }
  if (what === 'boleto') {
    const boleto = truth.book.get('boletos', reference)
    truth.book.change(() => {
      truth.book.remove('due', `boleto ${reference}`)
      if (boleto) endRegistration(truth, boleto, null)
    })
    return
  }
  if (what === 'initiation') return expireInitiation(truth, reference)
  const [endToEndId = '', id = ''] = reference.split(' ')
  endRefund(truth, endToEndId, id, null)
}
