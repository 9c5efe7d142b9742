import type { SimulatedPayment } from '@trilho/sdk'
import { type Command, type Session, command } from '../command-line/command.ts'
import { colourOf } from '../transactions/state-colours.ts'
import { readAmount, showAmount } from '../terminal/words.ts'
import { type Outcome, outcomes, simulate } from './simulate.ts'

const sandboxOnly = 'Only in the sandbox: in production the bank decides.'

const payment = {
  amount: { value: 'AMOUNT', says: 'another amount than the one asked for' },
  'payer-name': { value: 'NAME', says: 'who pays, where anybody may; default: Maria da Silva' },
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

async function play(session: Session, id: string, outcome: Outcome, paid: SimulatedPayment): Promise<void> {
  const { terminal } = session
  const trilho = await session.connect()
  const progress = terminal.progress('The bank reports, and the webhook is called')
  const { before, outcome: after, webhookFault } = await simulate(trilho, id, outcome, paid).finally(progress.stop)
  terminal.answer(after, () => {
    const { transactionState: state, stateErrorCause: cause } = after
    const shown = terminal.paint(colourOf(state), state)
    terminal.line(`${showAmount(before.amount)}: ${before.state} → ${shown}${cause ? ` (${cause})` : ''}`)
    if (webhookFault !== null) terminal.note(terminal.paintNote('dim', webhookFault))
  })
}
