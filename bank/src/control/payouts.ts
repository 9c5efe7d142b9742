import { amountText, object, plainReader } from '../http/read-body.ts'
import { completePayout, disapprovePayout, goOnWithPayout, refusePayout, returnPayout } from '../truth/payouts.ts'
import type { Payout } from '../truth/records.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { amountOf, shown } from './amounts.ts'
import type { ControlCall, ControlRoute } from './route.ts'

const readRefusal = plainReader<{ code?: string; reason?: string }>(
  object([], { code: { type: 'string' }, reason: { type: 'string' } }),
)
const readReturn = plainReader<{ amount?: string }>(object([], { amount: amountText }))

type Act = (truth: Truth, payout: Payout, body: unknown) => Payout

const actions: Record<string, Act> = {
  complete: completePayout,
  refuse: (truth, payout, body) => refusePayout(truth, payout, { code: 'AC03', ...readRefusal(body) }),
  return(truth, payout, body) {
    const { amount } = readReturn(body)
    return returnPayout(truth, payout, amount === undefined ? undefined : amountOf(amount))
  },
  approve(truth, payout) {
    if (payout.state !== 'AwaitingApproval') throw new Refusal('state', `the payout is ${payout.state}`)
    return goOnWithPayout(truth, payout)
  },
  disapprove: disapprovePayout,
}

export const payoutControl: ControlRoute[] = Object.entries(actions).map(([name, act]) => ({
  method: 'POST',
  path: `/payouts/:id/${name}`,
  act: ({ truth }, { params, body }: ControlCall) => shown(act(truth, findPayout(truth, params.id ?? ''), body)),
}))

/** By its endToEndId, the bank's id of the request, or the partner's own id. */
function findPayout({ book }: Truth, id: string): Payout {
  const payout =
    book.get('payouts', id) ?? [...book.all('payouts').values()].findLast(p => p.requestId === id || p.ownId === id)
  if (!payout) throw new Refusal('not found', 'there is no such payout')
  return payout
}
