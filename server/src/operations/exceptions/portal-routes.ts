import { exceptionActNames } from './actions.ts'
import { listExceptions, readException } from '../../money/bank-orders/exceptions.ts'
import { type ExceptionState, exceptionMove } from '../../money/bank-orders/states.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { canAskBank } from './ask-bank.ts'
import { endException } from './end-exception.ts'
import { EndForm, ExceptionParams, ExceptionView, ExceptionsPage, ExceptionsQuery } from './portal-schemas.ts'
import { exceptionItem, exceptionView } from './views.ts'

type Needs = Parameters<typeof endException>[0] & { sql: Sql; readTransaction: ReadTransactionById }

const limit = 25
const path = '/operator/merchants/:merchantId/exceptions/:exceptionId'

/** Where banks left us without an answer or contradict the books: seen by operators, ended by one who confirms it. */
export async function exceptionPortalRoutes(app: App, needs: Needs) {
  async function viewOf({ merchantId, exceptionId }: { merchantId: string; exceptionId: string }) {
    if (!isUuid(exceptionId)) throw new ApiError('ExceptionNotFound')
    const exception = await readException(needs, merchantId, exceptionId)
    const { transactionId } = exception
    const transaction = transactionId === null ? null : await needs.readTransaction(merchantId, transactionId)
    return exceptionView(exception, transaction, await canAskBank(needs, exception))
  }

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

  app.post(`${path}/end`, {
    config: { may: 'platform.manage', act: exceptionActNames.map(act => `exception.${act}` as const), confirmed: true },
    schema: { params: ExceptionParams, body: EndForm, response: { 200: Done(ExceptionView) } },
    handler: async request => {
      const { act, note, endToEndId, amount, bankChecked } = request.body
      const { id, merchant, transactionId, state } = await viewOf(request.params)
      const said = {
        transactionId,
        note,
        endToEndId: endToEndId ?? null,
        amount: amount ?? null,
        ...(bankChecked && { bankChecked }),
      }
      const details = {
        ...said,
        ...changesOf<{ state: ExceptionState }>({ state }, { state: exceptionMove('ended').to }),
      }
      await endException(needs, {
        merchantId: merchant.id,
        id,
        act,
        by: signedInOf(request).person.name,
        note,
        endToEndId,
        bankChecked,
        amount: amount === undefined ? undefined : parseAmount(amount),
        audit: auditOf(request, { act: `exception.${act}`, subject: id, details, merchantId: merchant.id }),
      })
      return done(await viewOf(request.params))
    },
  })
}
