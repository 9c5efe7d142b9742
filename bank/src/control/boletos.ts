import { amountText, object, plainReader } from '../http/read-body.ts'
import { cancelBoleto, endRegistration, payBoleto, settleBoleto, stateOf, takeBack } from '../truth/boletos.ts'
import type { Boleto } from '../truth/boleto.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { amountOf, shown } from './amounts.ts'
import type { ControlCall, ControlRoute } from './route.ts'

type PayBody = { amount?: string; day?: string; again?: boolean }

const readPayment = plainReader<PayBody>(
  object([], {
    amount: amountText,
    day: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
    again: { type: 'boolean' },
  }),
)
const readReason = plainReader<{ reason?: string }>(object([], { reason: { type: 'string', maxLength: 140 } }))

type Act = (truth: Truth, boleto: Boleto, body: unknown) => Boleto

const actions: Record<string, Act> = {
  register: (truth, boleto) => endRegistration(truth, boleto, null),
  fail: (truth, boleto, body) => endRegistration(truth, boleto, readReason(body).reason ?? 'Pagador inválido'),
  pay(truth, boleto, body) {
    const { amount, ...how } = readPayment(body)
    return payBoleto(truth, boleto, { ...how, ...(amount === undefined ? {} : { amount: amountOf(amount) }) })
  },
  settle: settleBoleto,
  'take-back': takeBack,
  cancel: cancelBoleto,
}

export const boletoControl: ControlRoute[] = [
  ...Object.entries(actions).map(
    ([name, act]): ControlRoute => ({
      method: 'POST',
      path: `/boletos/:id/${name}`,
      act: ({ truth }, { params, body }: ControlCall) =>
        rowOf(truth, act(truth, findBoleto(truth, params.id ?? ''), body)),
    }),
  ),
  {
    method: 'GET',
    path: '/boletos',
    act: ({ truth }) => [...truth.book.all('boletos').values()].toReversed().map(boleto => rowOf(truth, boleto)),
  },
]

const rowOf = (truth: Truth, boleto: Boleto) => shown({ ...boleto, state: stateOf(truth, boleto) })

/** By the bank's id of the request, or the last of the partner's own number. */
function findBoleto({ book }: Truth, id: string): Boleto {
  const boleto =
    book.get('boletos', id) ?? [...book.all('boletos').values()].findLast(({ ownNumber }) => ownNumber === id)
  if (!boleto) throw new Refusal('not found', 'there is no such boleto')
  return boleto
}
