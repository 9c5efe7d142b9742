import {
  type SimulatedOutcome,
  type SimulatedPayment,
  type TransactionDetail,
  type Trilho,
  TrilhoError,
} from '@trilho/sdk'
import { type Command, type Session, command } from '../command-line/command.ts'
import { Failure } from '../command-line/failure.ts'
import { nobodysAddress } from '../payments/webhook-address.ts'
import { colourOf } from '../transactions/state-colours.ts'
import { readAmount, showAmount } from '../terminal/words.ts'

/** What a bank may report, and what it does. */
const outcomes = {
  complete: 'let a payment complete; the same as trilho pay',
  error: 'let a payment fail',
  cancel: 'let a payment be cancelled',
  register: 'let the bank register a cash-out',
  reverse: 'let a completed payment be reversed by the bank',
  refund: 'let a completed cash-in be refunded',
} as const

type Outcome = keyof typeof outcomes

const sandboxOnly = 'Only in the sandbox: in production the bank tells.'

const payment = {
  amount: { value: 'AMOUNT', says: 'another amount than the one asked for' },
  'payer-name': { value: 'NAME', says: 'who pays, where anybody may; Maria da Silva when not said' },
  'payer-cpf': { value: 'CPF', says: 'their CPF' },
} as const

const payCommand = (name: string, says: string) =>
  command({
    name,
    says,
    more: sandboxOnly,
    args: { id: { says: 'the transaction' } },
    options: payment,
    examples: [`trilho ${name} 019a8a3c-…`, `trilho ${name} 019a8a3c-… --amount 9.99`],
    run: (session, { args: { id }, options }) =>
      play(session, id, 'complete', {
        ...(options.amount === undefined ? {} : { amount: readAmount(options.amount) }),
        ...(options['payer-name'] === undefined ? {} : { name: options['payer-name'] }),
        ...(options['payer-cpf'] === undefined ? {} : { taxNumber: options['payer-cpf'] }),
      }),
  })

export const pay = payCommand('pay', 'pay a cash-in, or let a cash-out arrive, as a bank would')

export const sandboxOutcomes: Command[] = (Object.keys(outcomes) as Outcome[]).map(outcome =>
  outcome === 'complete'
    ? payCommand('sandbox complete', outcomes.complete)
    : command({
        name: `sandbox ${outcome}`,
        says: outcomes[outcome],
        more: sandboxOnly,
        args: { id: { says: 'the transaction' } },
        options: {},
        examples: [`trilho sandbox ${outcome} 019a8a3c-…`],
        run: (session, { args: { id } }) => play(session, id, outcome, {}),
      }),
)

/** Someone who may pay where anybody may. */
const anybody = { name: 'Maria da Silva', taxNumber: '52998224725' }

async function play(session: Session, id: string, outcome: Outcome, paid: SimulatedPayment): Promise<void> {
  const { terminal } = session
  const trilho = await session.connect()
  const before = await trilho.transactions.read(id)
  const progress = terminal.progress('The bank reports, and the webhook is called')
  const after = await ask(trilho, before, outcome, paid)
    .catch((error: unknown) => unlessOnlyTheWebhookFailed(trilho, id, error))
    .finally(progress.stop)
  terminal.answer(after.outcome, () => {
    const { transactionState: state, stateErrorCause: cause } = after.outcome
    const shown = terminal.paint(colourOf(state), state)
    terminal.line(
      `${showAmount(before.transaction.amount)}: ${before.transaction.state} → ${shown}${cause ? ` (${cause})` : ''}`,
    )
    if (after.webhookFault !== null) terminal.note(terminal.paintNote('dim', after.webhookFault))
  })
}

/** PIX and OpenFinance have endpoints of their own, which do the same. */
function ask(trilho: Trilho, { transaction, payment }: TransactionDetail, outcome: Outcome, paid: SimulatedPayment) {
  const told = (answer: Promise<SimulatedOutcome>) => answer.then(outcome => ({ outcome, webhookFault: null }))
  const { id, paymentType, type } = transaction
  if (paymentType === 'OpenFinance') {
    if (outcome === 'register') throw new Failure('refused', 'An OpenFinance payment is registered from its birth on.')
    return told(trilho.sandbox.initiations[outcome](id))
  }
  if (outcome !== 'complete') return told(trilho.sandbox[outcome](id))
  const isAnonymous = type === 'Credit' && !payment.payer
  return told(trilho.sandbox.complete(id, isAnonymous ? { ...anybody, ...paid } : paid))
}

/** The state did change; that its webhook was not reached is news, no failure. */
async function unlessOnlyTheWebhookFailed(trilho: Trilho, id: string, error: unknown) {
  if (!(error instanceof TrilhoError) || error.reason !== 'WebhookUnreachable') throw error
  const { transaction, webhook } = await trilho.transactions.read(id)
  const outcome = {
    transactionId: id,
    transactionState: transaction.state,
    stateErrorCause: transaction.stateErrorCause,
  }
  const webhookFault =
    webhook.url === nobodysAddress
      ? 'It has no webhook address: trilho listen shows its event.'
      : `Its webhook address (${webhook.url}) was not reached; it is tried again. trilho listen shows the event all the same.`
  return { outcome, webhookFault }
}
