import { type ExceptionAct, exceptionActNames } from './actions.ts'
import { listExceptions, readException } from '../../money/bank-orders/exceptions.ts'
import { type ExceptionState, exceptionMove } from '../../money/bank-orders/states.ts'
import { type Micros, parseAmount } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { Requested } from '../../tenancy/people/operator-requests/portal-schemas.ts'
import { requestedView } from '../../tenancy/people/operator-requests/views.ts'
import { askingOf, auditOf } from '../../tenancy/people/portal-edge.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { type EvidenceNeeds, withEvidenceFile } from '../evidence/evidence-files.ts'
import { askAboutException, readKnown } from './ask-bank.ts'
import { endException, readEndable } from './end-exception.ts'
import { EndForm, ExceptionParams, ExceptionView, ExceptionsPage, ExceptionsQuery } from './portal-schemas.ts'
import { exceptionItem, exceptionView } from './views.ts'

type Needs = Parameters<typeof endException>[0] &
  EvidenceNeeds & {
    sql: Sql
    readTransaction: ReadTransactionById
    operatorActions: Pick<OperatorActions, 'define'>
  }

type EndInput = { merchantId: string; id: string; form: EndForm }

/**
 * The bound of what one operator does alone is for the amount of the order, what the books and the bank say, and what the person
 * says was paid. Undefined: nobody can say how much it is about, so that it is above every bound.
 */
function judgedAmount(
  { amount, expected, said }: Pick<ExceptionView, 'amount' | 'expected' | 'said'>,
  paid: string | undefined,
): Micros | undefined {
  const read = (text: string | null | undefined) => (text && /[1-9]/.test(text) ? parseAmount(text) : 0n)
  const facts = [expected, said].map(({ code, value }) => (ofPayment.has(code) ? read(value) : 0n))
  const known = max([read(amount), ...facts])
  return known === 0n ? undefined : max([known, read(paid)])
}

/** Facts whose value is the amount of one payment. */
const ofPayment: ReadonlySet<string> = new Set(['amountReceived', 'amountReturned', 'amountSent'])

const max = (amounts: Micros[]): Micros => amounts.reduce((a, b) => (a > b ? a : b))

const endingOf = ({ merchantId, id, form: { amount, ...form } }: EndInput) => ({
  merchantId,
  id,
  ...form,
  amount: amount === undefined ? undefined : parseAmount(amount),
})

const limit = 25
const path = '/operator/merchants/:merchantId/exceptions/:exceptionId'

/** Where banks left us without an answer or contradict the books: seen by operators, ended by one who confirms it. */
export async function exceptionPortalRoutes(app: App, needs: Needs) {
  async function viewOf({ merchantId, exceptionId }: { merchantId: string; exceptionId: string }) {
    if (!isUuid(exceptionId)) throw new ApiError('ExceptionNotFound')
    const exception = await readException(needs, merchantId, exceptionId)
    const { transactionId } = exception
    const transaction = transactionId === null ? null : await needs.readTransaction(merchantId, transactionId)
    return exceptionView(exception, transaction, await readKnown(needs, exception))
  }

  const endAs = (name: ExceptionAct) =>
    needs.operatorActions.define<EndInput, void>(`exception.${name}`, {
      perform: (input, { audit, by }) => endException(needs, { ...endingOf(input), by: by.name, audit }),
      basis: async input => {
        const { state, expected, said } = await readEndable(needs, endingOf(input))
        return { state, expected, said }
      },
    })
  const ends = {
    settle: endAs('settle'),
    release: endAs('release'),
    sendAgain: endAs('sendAgain'),
    return: endAs('return'),
    credit: endAs('credit'),
    creditMerchant: endAs('creditMerchant'),
    adjust: endAs('adjust'),
    bookTariff: endAs('bookTariff'),
    bookWithdrawal: endAs('bookWithdrawal'),
    bookOwnMoney: endAs('bookOwnMoney'),
    note: endAs('note'),
  } satisfies Record<ExceptionAct, unknown>

  app.get('/operator/exceptions', {
    config: { may: 'platform.read' },
    schema: { querystring: ExceptionsQuery, response: { 200: Done(ExceptionsPage) } },
    handler: async request => {
      const { state = 'Open', cursor } = request.query
      const { items, nextCursor } = await listExceptions(needs, { state, cursor, limit })
      return done({ items: items.map(exceptionItem), nextCursor })
    },
  })

  app.get(path, {
    config: { may: 'platform.read' },
    schema: { params: ExceptionParams, response: { 200: Done(ExceptionView) } },
    handler: async request => done(await viewOf(request.params)),
  })

  app.post(`${path}/ask`, {
    config: { may: 'exceptions.manage', act: 'exception.ask' },
    schema: { params: ExceptionParams, response: { 200: Done(ExceptionView) } },
    handler: async request => {
      const { id, merchant, transactionId } = await viewOf(request.params)
      const subject = { act: 'exception.ask', subject: id, merchantId: merchant.id } as const
      await askAboutException(needs, {
        merchantId: merchant.id,
        id,
        auditOf: answer => auditOf(request, { ...subject, details: { transactionId, answer } }),
      })
      return done(await viewOf(request.params))
    },
  })

  app.post(`${path}/end`, {
    config: {
      may: 'exceptions.manage',
      act: [...exceptionActNames.map(act => `exception.${act}` as const), 'operatorRequest.make'],
      confirmed: true,
    },
    schema: {
      params: ExceptionParams,
      body: EndForm,
      response: { 200: Done(ExceptionView), 202: Done(Requested) },
    },
    handler: async (request, reply) => {
      const { id, merchant, transactionId, state, ...shown } = await viewOf(request.params)
      const form = await withEvidenceFile(needs, request.body, { merchantId: merchant.id, transactionId })
      const { act, note, endToEndId, amount, bookedTo, evidence, bankChecked } = form
      const said = {
        transactionId,
        note,
        endToEndId: endToEndId ?? null,
        amount: amount ?? null,
        ...(bookedTo && { bookedTo }),
        ...(evidence && { evidence }),
        ...(bankChecked && { bankChecked }),
      }
      const details = {
        ...said,
        ...changesOf<{ state: ExceptionState }>({ state }, { state: exceptionMove('ended').to }),
      }
      const input = { merchantId: merchant.id, id, form }
      const judged = judgedAmount(shown, amount)
      const sum = judged === undefined ? {} : { amount: judged }
      const asked = { subject: id, merchantId: merchant.id, details, ...sum, input }
      const { requested } = await ends[act](askingOf(request), asked)
      if (requested !== null) return reply.code(202).send(requestedView(requested))
      return done(await viewOf(request.params))
    },
  })
}
