import type { Static } from 'typebox'
import { sandboxClockRoutes } from './clock/routes.ts'
import { sandboxFaultRoutes } from './faults/routes.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { TransactionIdParams } from '../../platform/http/schemas.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { CompleteRequest, SimulatedData } from './schemas.ts'
import { type PaymentType, type Simulation, isSimulated, simulate, simulationAddresses } from './simulate.ts'
import { endToEndId } from '../../platform/brazil/end-to-end-id.ts'
import { normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { ApiError, InvalidRequest, missing } from '../../platform/http/errors.ts'
import { openStaticId } from '../../money/rails/static-ids.ts'
import { simulatedIspb, simulatedParticipant } from '../../money/rails/simulator/test-data.ts'
import { readLink } from '../../products/payment-links/read-link.ts'
import { receiveStaticPayment } from '../../products/payment-links/receive-static-payment.ts'
import { LinkParams, StaticPayment } from '../../products/payment-links/schemas.ts'

const summaries = {
  complete: 'Simulate that the payment completes',
  'pay-boleto': 'Simulate that the boleto of a bill is paid',
  'settle-boleto': 'Simulate that a paid boleto settles',
  error: 'Simulate that the payment fails',
  cancel: 'Simulate that the payment is cancelled',
  register: 'Simulate that the bank registers a cash-out',
  reverse: 'Simulate that a completed payment is reversed',
  refund: 'Simulate that a completed cash-in is refunded',
} as const satisfies Record<Simulation, string>

const names = { PIX: 'simulate', OpenFinance: 'simulateInitiation' } as const

type SandboxNeeds = Parameters<typeof simulate>[0] &
  Parameters<typeof sandboxStaticRoutes>[1] &
  Parameters<typeof sandboxClockRoutes>[1] &
  Parameters<typeof sandboxFaultRoutes>[1]

/** One endpoint for each simulation of each payment type, all alike; static codes, the clock and scripted faults. */
export async function sandboxRoutes(app: App, needs: SandboxNeeds) {
  // A webhook URL for merchants that have none yet: it accepts every event and stores nothing.
  app.post('/sandbox/hooks', {
    config: { public: true, optionalBody: true },
    schema: { hide: true },
    handler: async (_request, reply) => reply.code(204).send(),
  })
  for (const paymentType of ['PIX', 'OpenFinance'] as const)
    for (const simulation of Object.keys(summaries) as Simulation[])
      if (isSimulated(paymentType, simulation)) addSimulation(app, needs, paymentType, simulation)
  await app.register(sandboxStaticRoutes, needs)
  await app.register(sandboxClockRoutes, needs)
  await app.register(sandboxFaultRoutes, needs)
}

const inCapitals = (words: string) => words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The payer of an OpenFinance payment is known: only a PIX payment takes a body. */
function addSimulation(
  app: App,
  needs: Parameters<typeof simulate>[0],
  paymentType: PaymentType,
  simulation: Simulation,
) {
  const { method, path } = simulationAddresses[paymentType]
  const takesBody = paymentType === 'PIX' && (simulation === 'complete' || simulation === 'pay-boleto')
  app.route({
    method,
    url: `/sandbox/${path}/${simulation}/:transactionId`,
    config: { optionalBody: true, scope: 'any' },
    schema: {
      operationId: `${names[paymentType]}${inCapitals(simulation)}`,
      tags: ['Sandbox'],
      summary: summaries[simulation],
      description: `Changes the state of ${paymentType === 'OpenFinance' ? 'an' : 'a'} ${paymentType} payment as a bank would, notifies its webhook and waits for the first attempt.`,
      params: TransactionIdParams,
      ...(takesBody ? { body: CompleteRequest } : {}),
      response: {
        200: Done(SimulatedData),
        ...refusals('TransactionNotFound', [404, 'WebhookUnreachable'], 'WebhookUnreachable'),
        ...refusals(
          'TransactionStateNotAllowed',
          'PaymentTypeMismatch',
          'PaymentRequestNotApproved',
          'CounterpartyTaxNumberInvalid',
          'CounterpartyServiceError',
          'RefundNotAllowed',
          'InsufficientBalance',
        ),
      },
    },
    handler: async request => {
      const { amount, ...payer } = (takesBody ? request.body : {}) as Static<typeof CompleteRequest>
      const transaction = await simulate(needs, {
        merchantId: request.merchantId,
        transactionId: request.params.transactionId,
        paymentType,
        simulation,
        paid: { ...payer, amount: amount === undefined ? undefined : parseAmount(amount) },
        caller: request,
      })
      return done({
        transactionId: transaction.id,
        transactionState: formatState(transaction.state),
        ...(transaction.errorCause === null ? {} : { stateErrorCause: transaction.errorCause }),
      })
    },
  })
}

type Needs = Parameters<typeof receiveStaticPayment>[0]

/** Stands in for the payer's bank, which reads the code at the counter. */
async function sandboxStaticRoutes(app: App, needs: Needs) {
  app.post('/sandbox/static-qrs/:linkId/pay', {
    schema: {
      operationId: 'payStaticQrCode',
      tags: ['Sandbox'],
      summary: 'Simulate that somebody pays a static QR code',
      description: 'Each call is a new payment: a separate transaction, completed at once.',
      params: LinkParams,
      body: StaticPayment,
      response: {
        201: Done(SimulatedData),
        ...refusals('PaymentLinkNotFound', 'PaymentLinkStateNotAllowed'),
      },
    },
    handler: async (request, reply) => {
      const { merchantId, params, body } = request
      const link = await readLink(needs, merchantId, params.linkId)
      if (link.staticId === null)
        throw new ApiError('PaymentLinkStateNotAllowed', { message: 'the payment link has no static QR code' })
      if (link.amount === null && body.amount === undefined) throw new InvalidRequest([missing('', 'amount')])
      const at = needs.clock()
      const { transaction } = await receiveStaticPayment(needs, link, {
        endToEndId: endToEndId({ ispb: simulatedIspb, at }),
        amount: body.amount === undefined ? (link.amount ?? 0n) : parseAmount(body.amount),
        charge: null,
        staticCode: openStaticId(link.staticId),
        at,
        payer: simulatedParticipant(body.name, normalizeTaxNumber(body.taxNumber)),
        returns: [],
      })
      const { id: transactionId, state } = transaction
      return reply.code(201).send(done({ transactionId, transactionState: formatState(state) }))
    },
  })
}
