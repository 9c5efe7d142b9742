import type { Call, Route } from '../http/routes.ts'
import type { DueTerms } from '../truth/amount-due.ts'
import { cancelBoleto, chargeOf, readBoleto, registerBoleto } from '../truth/boletos.ts'
import { dayOf, isDay } from '../truth/calendar.ts'
import { lastRevision } from '../truth/charges.ts'
import { keyOfPartner } from '../truth/key-directory.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { type Billet, readCharge } from './efi-boleto-body.ts'
import { detailOf, linkOf, paymentOf, rowOf, stamp, statusOf } from './efi-boleto-views.ts'

const [scope, resource] = ['charge', 'charge'] as const
/** As the bank documents it. */
const least = 500
const mostInPage = 100

// biome-ignore format: a table is read in columns
export const efiBoletoRoutes: Route[] = [
  { method: 'POST', path: '/v1/charge/one-step',      scope, status: 200, name: 'postBoleto',      resource, act: post },
  { method: 'GET',  path: '/v1/charge/:id',           scope, status: 200, name: 'getBoleto',       resource, act: get },
  { method: 'GET',  path: '/v1/charges',              scope, status: 200, name: 'listBoletos',     resource, act: list },
  { method: 'PUT',  path: '/v1/charge/:id/cancel',    scope, status: 200, name: 'cancelBoleto',    resource, act: cancel },
  { method: 'GET',  path: '/v1/notification/:token',  scope, status: 200, name: 'getBoletoNotice', resource, act: getNotice },
]

const done = (data?: unknown) => ({ code: 200, ...(data === undefined ? {} : { data }) })

/** Each call registers another, at once: there is no key under which it would not. */
function post(call: Call) {
  const { truth, partner } = call
  const { items, metadata = {}, payment } = readCharge(call)
  const billet = payment.banking_billet
  const amount = items.reduce((sum, item) => sum + item.value * item.amount, 0)
  if (amount < least) throw new Refusal('malformed', 'Valor total abaixo do mínimo permitido para emissão.', 'items')
  if (!isDay(billet.expire_at) || billet.expire_at < dayOf(truth.now()))
    throw new Refusal(
      'malformed',
      'A data do vencimento do boleto deve ser maior ou igual que a data atual.',
      'expire_at',
    )
  refuseThird(truth, partner.name, { name: items[0]?.name ?? '', amount, expireAt: billet.expire_at })
  const { name, cpf: person, juridical_person: company } = billet.customer
  const boleto = registerBoleto(truth, partner.name, {
    id: String(711_000_000 + truth.book.all('boletos').size),
    isAtOnce: true,
    ownNumber: metadata.custom_id ?? '',
    title: items[0]?.name ?? '',
    ...(metadata.notification_url && { noticeUrl: metadata.notification_url }),
    amount,
    due: termsOf(billet),
    debtor: { name: name ?? company?.corporate_name ?? '', taxId: person ?? company?.cnpj ?? '' },
    key: keyOfPartner(truth, partner.name),
  })
  const { total, payment: paid, charge_id } = detailOf(truth, boleto)
  return done({
    ...paid.banking_billet,
    billet_link: linkOf(boleto),
    charge_id,
    status: 'waiting',
    total,
    payment: 'banking_billet',
  })
}

/** The bank takes no third charge that is like two others. */
function refuseThird(
  truth: Truth,
  partner: string,
  { name, amount, expireAt }: Record<'name' | 'expireAt', string> & { amount: number },
) {
  const alike = [...truth.book.all('boletos').values()].filter(boleto => {
    const terms = lastRevision(chargeOf(truth, boleto))
    return (
      boleto.partner === partner && boleto.title === name && terms.amount === amount && terms.due?.dueDate === expireAt
    )
  })
  if (alike.length >= 2) throw new Refusal('used id', 'Não é possível emitir três cobranças idênticas.')
}

const decimals = (hundredths: number) => (hundredths / 100).toFixed(2)

function termsOf({ expire_at: dueDate, configurations = {}, conditional_discount: off }: Billet): DueTerms {
  const { days_to_write_off: payableDays = 89, fine = 0, interest = 0 } = configurations
  const { value, type } = typeof interest === 'number' ? { value: interest, type: 'daily' as const } : interest
  return {
    dueDate,
    payableDays,
    ...(fine > 0 && { multa: { modalidade: 2, valorPerc: decimals(fine) } }),
    // Thousandths of a percent by the day, which are as many times three hundredths by the month.
    ...(value > 0 && { juros: { modalidade: 3, valorPerc: decimals(type === 'daily' ? 3 * value : value) } }),
    ...(off && {
      desconto: {
        modalidade: off.type === 'currency' ? 1 : 2,
        descontoDataFixa: [{ data: off.until_date, valorPerc: decimals(off.value) }],
      },
    }),
  }
}

function get({ truth, partner, params }: Call) {
  return done(detailOf(truth, readBoleto(truth, partner.name, params.id ?? '')))
}

function cancel({ truth, partner, params }: Call) {
  cancelBoleto(truth, readBoleto(truth, partner.name, params.id ?? ''))
  return done()
}

type Row = ReturnType<typeof rowOf>
const filters: Record<string, (row: Row) => string> = {
  creation: ({ created_at }) => created_at.slice(0, 10),
  payment: ({ payment }) => payment.received_by_bank_at ?? '',
  expired: ({ payment }) => payment.banking_billet.expire_at ?? '',
}

function list({ truth, partner, query }: Call) {
  const [from, until] = [query.get('begin_date') ?? '', query.get('end_date') ?? '']
  if (!isDay(from) || !isDay(until) || until < from)
    throw new Refusal('bad query', 'begin_date é obrigatório.', 'begin_date')
  if (query.get('charge_type') !== 'billet') throw new Refusal('bad query', 'charge_type é inválido.', 'charge_type')
  const dayIn = filters[query.get('date_of') ?? 'creation']
  if (dayIn === undefined) throw new Refusal('bad query', 'date_of é inválido.', 'date_of')
  const wants = (name: string, value: string | null) => !query.has(name) || query.get(name) === value
  const found = [...truth.book.all('boletos').values()]
    .filter(boleto => boleto.partner === partner.name)
    .map(boleto => rowOf(truth, boleto))
    .filter(row => wants('custom_id', row.custom_id) && wants('status', row.status))
    .filter(row => dayIn(row) >= from && dayIn(row) <= until)
  const page = Number(query.get('page') ?? 1)
  const limit = Math.min(Number(query.get('limit') ?? 25), mostInPage)
  const offset = (page - 1) * limit
  return {
    ...done(found.slice(offset, offset + limit)),
    params: { begin_date: from, end_date: until, pagination: { limit, offset, page } },
  }
}

/** What became of a charge, change by change, under the token that its callbacks carry. */
function getNotice({ truth, partner, params }: Call) {
  const boleto = [...truth.book.all('boletos').values()].find(
    ({ partner: owner, noticeToken }) => owner === partner.name && noticeToken === params.token,
  )
  if (boleto === undefined) throw new Refusal('not found', 'A propriedade [token] informada não existe.')
  const paid = paymentOf(truth, boleto)
  const now = statusOf(truth, boleto)
  const passed = ['new', 'waiting', ...(now === 'waiting' ? [] : [now])]
  return done(
    passed.map((current, i) => ({
      id: i + 1,
      type: 'charge',
      custom_id: boleto.ownNumber || null,
      status: { current, previous: passed[i - 1] ?? null },
      identifiers: { charge_id: Number(boleto.id) },
      created_at: stamp(current === now && paid ? paid.at : boleto.createdAt),
      ...(current === 'paid' && paid && { value: paid.value, received_by_bank_at: paid.receivedOn }),
    })),
  )
}
