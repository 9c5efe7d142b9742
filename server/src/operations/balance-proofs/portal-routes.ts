import { refuseUncovered } from '../../money/adjustments/require-own-money.ts'
import { readAdjustmentsAt } from '../../money/adjustments/read-adjustments.ts'
import { readPlatformBalance } from '../../money/ledger/read-books.ts'
import { findConnection } from '../../money/rails/connections.ts'
import { findRails } from '../../money/rails/rails-of.ts'
import { formatAmount, parseAmount } from '../../platform/brazil/money.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { ApiError, InvalidRequest, missing } from '../../platform/http/errors.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { Requested } from '../../tenancy/people/operator-requests/portal-schemas.ts'
import { configOf } from '../../tenancy/people/operator-requests/second-person.ts'
import { requestedView } from '../../tenancy/people/operator-requests/views.ts'
import { askingOf, auditOf } from '../../tenancy/people/portal-edge.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { type EvidenceNeeds, withEvidenceFile } from '../evidence/evidence-files.ts'
import { type EnteredBalance, compareEntered, enterBalance, lastProofOf } from './enter-balance.ts'
import { BalanceParams, BalanceView, EnterForm, OwnPostingForm } from './portal-schemas.ts'
import { postOwn } from './post-own.ts'
import { type Needs, proveNow, readProofs } from './prove-balance.ts'
import { balanceView } from './views.ts'

const path = '/operator/bank-connections/:connectionId/balance'

/** What a bank holds against the books, day by day, and what the platform itself paid, withdrew or added there. */
export async function balanceProofPortalRoutes(
  app: App,
  needs: Needs & EvidenceNeeds & { operatorActions: Pick<OperatorActions, 'define'> },
) {
  const post = needs.operatorActions.define<OwnPostingForm & { connectionId: string }, void>('bank.postOwn', {
    perform: (input, { audit, by }) =>
      postOwn(needs, { ...input, amount: parseAmount(input.amount), by: by.name, audit }),
    basis: async ({ name, amount }) => {
      if (name === 'feesWithdrawn') await refuseUncovered(needs, parseAmount(amount))
    },
  })

  const enter = needs.operatorActions.define<EnteredBalance, void>('bank.enterBalance', {
    perform: (input, { audit, by }) => enterBalance(needs, input, { by: by.name, audit }),
    basis: ({ connectionId }) => lastProofOf(needs, connectionId),
  })

  async function connectionOf({ connectionId }: { connectionId: string }) {
    const found = await findConnection(needs, connectionId)
    if (found?.id !== connectionId) throw new ApiError('BankConnectionNotFound')
    return found
  }

  const viewOf = async (params: { connectionId: string }) => {
    const connection = await connectionOf(params)
    const [rails, proofs, adjustments, platform] = await Promise.all([
      findRails(needs.railsOf, connection.id),
      readProofs(needs, connection.id),
      readAdjustmentsAt(needs, connection.id),
      readPlatformBalance(needs),
    ])
    const isReported = rails !== null && rails.readBalance !== null
    return done(
      balanceView({ connection, isReported, ownMoney: platform.fees + platform.tariffs, proofs, adjustments }),
    )
  }

  app.get(path, {
    config: { may: 'platform.read' },
    schema: { params: BalanceParams, response: { 200: Done(BalanceView) } },
    handler: request => viewOf(request.params),
  })

  app.post(`${path}/proofs`, {
    config: { may: 'banks.manage', act: 'bank.proveBalance' },
    schema: { params: BalanceParams, response: { 200: Done(BalanceView) } },
    handler: async request => {
      const connection = await connectionOf(request.params)
      await proveNow(needs, { connection, audit: auditOf(request, { subject: connection.name }) })
      return viewOf(request.params)
    },
  })

  app.post(`${path}/entries`, {
    config: configOf('bank.enterBalance'),
    schema: { params: BalanceParams, body: EnterForm, response: { 201: Done(BalanceView), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const connection = await connectionOf(request.params)
      const input = await compareEntered(needs, connection, parseAmount(request.body.amount))
      const { closesGap } = input
      if (closesGap && request.body.evidence === undefined) throw new InvalidRequest([missing('', 'evidence')])
      const form = await withEvidenceFile(needs, request.body, { merchantId: platformId, transactionId: null })
      const details = { ...form, books: formatAmount(BigInt(input.books)), closesGap }
      const { requested } = await enter(askingOf(request), { subject: connection.name, details, input, closesGap })
      if (requested !== null) return reply.code(202).send(requestedView(requested))
      return reply.code(201).send(await viewOf(request.params))
    },
  })

  app.post(`${path}/postings`, {
    config: configOf('bank.postOwn'),
    schema: {
      params: BalanceParams,
      body: OwnPostingForm,
      response: { 201: Done(BalanceView), 202: Done(Requested) },
    },
    handler: async (request, reply) => {
      const { id, name } = await connectionOf(request.params)
      const form = await withEvidenceFile(needs, request.body, { merchantId: platformId, transactionId: null })
      const input = { connectionId: id, ...form }
      const { requested } = await post(askingOf(request), { subject: name, details: form, input })
      if (requested !== null) return reply.code(202).send(requestedView(requested))
      return reply.code(201).send(await viewOf(request.params))
    },
  })
}
