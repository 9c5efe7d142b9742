import { expect, vi } from 'vitest'
import { endToEndId } from '../../src/platform/brazil/end-to-end-id.ts'
import { type ConsentEvent, changeConsent, expireConsents } from '../../src/products/open-finance/change-consent.ts'
import type { consentTransitions } from '../../src/products/open-finance/states.ts'
import { requireRail } from '../../src/money/rails/rails-of.ts'
import { type Decision, itau, nubank, payer } from '../kit/payer.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

type Row = (typeof consentTransitions)[number]

/** The state of the payment after a row's event; null: unchanged. */
const followed: Record<Exclude<Row['transaction'], null>, object> = {
  authorised: { state: 'Registered', orders: 1 },
  paid: { state: 'Completed', orders: 0 },
  cancelled: { state: 'Cancelled', orders: 0 },
  ConsentRejected: { state: 'Error', errorCause: 'ConsentRejected', orders: 0 },
  PaymentProcessingError: { state: 'Error', errorCause: 'PaymentProcessingError', orders: 0 },
}

export async function consentWalks({ sql, needs, clock, newMerchant }: Trilho): Promise<Walks<Row>> {
  const api = await newMerchant()
  const bank = requireRail((await needs.railsOf(null)).initiations)

  async function start() {
    const { id: transactionId, checkoutUrl } = await api.createInitiation()
    const bankUrl = await payer.start(checkoutUrl, nubank)
    const [consent] = await sql<{ id: string }[]>`select id from consents where transaction_id = ${transactionId}`
    return { id: consent?.id ?? '', transactionId, checkoutUrl, bankUrl }
  }

  const decided = (decision: Decision) => async () => {
    const { id, bankUrl } = await start()
    await payer.comeBack(await payer.decide(bankUrl, decision))
    return id
  }

  // Only reported by banks that pay as soon as the payer agrees: the simulator does not.
  const happens = (id: string, event: ConsentEvent) => changeConsent(needs, { merchantId: api.merchantId, id }, event)
  const money = () => ({
    amount: 10_500_000n,
    endToEndId: endToEndId({ ispb: itau, at: needs.clock() }),
    participant: null,
  })

  return {
    walks: {
      'nothing started': async () => (await start()).id,
      'AwaitingAuthorisation authorised': () => {
        vi.spyOn(bank, 'initiatePayment').mockResolvedValueOnce({ state: 'pending' })
        return decided('approve')()
      },
      'AwaitingAuthorisation refused': decided('refuse'),
      'AwaitingAuthorisation expired': async () => {
        const { id } = await start()
        clock.aheadMs += 10 * 60_000
        await expireConsents(needs)
        return id
      },
      'AwaitingAuthorisation bankFailed': () => {
        const finish = bank.finishAuthorisation.bind(bank)
        vi.spyOn(bank, 'finishAuthorisation').mockImplementationOnce(async query => {
          const answer = await finish(query)
          return { reference: answer !== null && 'reference' in answer ? answer.reference : '', outcome: 'failed' }
        })
        return decided('approve')()
      },
      'AwaitingAuthorisation replaced': async () => {
        const { id, checkoutUrl } = await start()
        await payer.start(checkoutUrl, itau)
        return id
      },
      'AwaitingAuthorisation closed': async () => {
        const { id, transactionId, bankUrl } = await start()
        await api.simulateInitiation('cancel', transactionId)
        await payer.comeBack(await payer.decide(bankUrl, 'approve'))
        return id
      },
      'AwaitingAuthorisation paid': async () => {
        const { id } = await start()
        await happens(id, { kind: 'paid', ...money() })
        return id
      },
      'AwaitingAuthorisation paymentFailed': async () => {
        const { id } = await start()
        await happens(id, { kind: 'paymentFailed' })
        return id
      },
      'Rejected paid': async () => {
        const { id, checkoutUrl } = await start()
        await payer.start(checkoutUrl, itau)
        await happens(id, { kind: 'paid', ...money() })
        return id
      },
      'Authorised paid': decided('approve'),
      'Authorised paymentFailed': decided('fail'),
    },
    check: async (row, id) => {
      const [found] = await sql`
        select c.rejection_reason, t.state, t.error_cause,
               (select count(*)::int from bank_orders o where o.transaction_id = t.id and o.kind = 'initiation') as orders
          from consents c join transactions t on t.id = c.transaction_id where c.id = ${id}`
      const follows = row.transaction === null ? { orders: 0 } : followed[row.transaction]
      expect(found).toMatchObject({ rejectionReason: row.rejection, ...follows })
    },
  }
}
