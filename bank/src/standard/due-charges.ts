import { amountText, bodyReader, cnpj, cpf, object } from '../http/read-body.ts'
import type { Call, Route } from '../http/routes.ts'
import type { DueTerms } from '../truth/amount-due.ts'
import { dayOf, isDay } from '../truth/calendar.ts'
import {
  type ChargeTerms,
  alterCharge,
  chargeId,
  lastRevision,
  putCharge,
  readCharge,
  removeCharge,
} from '../truth/charges.ts'
import { parseCentavos } from '../truth/money.ts'
import type { Charge } from '../truth/records.ts'
import { Refusal, type Violation } from '../truth/truth.ts'
import { checkedTxid, commonParts, getCharge, listCharges } from './charges.ts'
import { chargeView } from './views.ts'

const dayText = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
/** An amount or a percentage; none of it is allowed. */
const valorPerc = { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$' }
const modalidade = (most: number) => ({ type: 'integer', minimum: 1, maximum: most })
const part = (most: number) => object(['modalidade', 'valorPerc'], { modalidade: modalidade(most), valorPerc })
const text = (maxLength: number) => ({ type: 'string', maxLength })

const valor = (required: string[]) =>
  object(required, {
    original: amountText,
    multa: part(2),
    juros: part(8),
    abatimento: part(2),
    desconto: object(['modalidade'], {
      modalidade: modalidade(6),
      valorPerc,
      descontoDataFixa: {
        type: 'array',
        maxItems: 3,
        items: object(['data', 'valorPerc'], { data: dayText, valorPerc }),
      },
    }),
  })

const parts = {
  ...commonParts,
  calendario: object(['dataDeVencimento'], {
    dataDeVencimento: dayText,
    validadeAposVencimento: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
  }),
  devedor: {
    type: 'object',
    required: ['nome'],
    oneOf: [{ required: ['cpf'] }, { required: ['cnpj'] }],
    properties: {
      cpf,
      cnpj,
      nome: text(200),
      email: text(254),
      logradouro: text(200),
      cidade: text(200),
      uf: text(2),
      cep: text(8),
    },
  },
}

type DueBody = {
  calendario?: { dataDeVencimento: string; validadeAposVencimento?: number }
  devedor?: { cpf?: string; cnpj?: string; nome: string } & Record<string, string>
  loc?: { id: number }
  valor?: { original?: string } & Pick<DueTerms, 'multa' | 'juros' | 'abatimento' | 'desconto'>
  chave?: string
  solicitacaoPagador?: string
  infoAdicionais?: { nome: string; valor: string }[]
  status?: string
}

/** Of one charge, and of each of a batch. */
export const newDueSchema = object(['calendario', 'devedor', 'valor', 'chave'], {
  ...parts,
  valor: valor(['original']),
})
export const changedDueSchema = object([], {
  ...parts,
  valor: valor([]),
  status: { enum: ['REMOVIDA_PELO_USUARIO_RECEBEDOR'] },
})
const readNew = bodyReader<DueBody>('cobv', newDueSchema)
const readChanges = bodyReader<DueBody>('cobv', changedDueSchema)

const [read, write, resource] = ['cobv.read', 'cobv.write', 'CobV'] as const

export const dueChargeRoutes: Route[] = [
  { name: 'putCobv', method: 'PUT', path: '/cobv/:txid', scope: write, resource, status: 201, act: put },
  { name: 'patchCobv', method: 'PATCH', path: '/cobv/:txid', scope: write, resource, status: 200, act: patch },
  { name: 'getCobv', method: 'GET', path: '/cobv/:txid', scope: read, resource, status: 200, act: getCharge('cobv') },
  { name: 'listCobv', method: 'GET', path: '/cobv', scope: read, resource, status: 200, act: listCharges('cobv') },
]

function put(call: Call) {
  const { truth, partner, params, switches } = call
  const txid = checkedTxid(params.txid ?? '')
  refuseDenied(call, txid)
  const isUsed = truth.book.get('charges', chargeId(partner.name, txid)) !== undefined
  if (switches.usedTxid === 'conflict' && isUsed)
    throw new Refusal('used id', 'Já existe uma cobrança com o txid informado.', 'txid')
  return chargeView(truth, putDueCharge(call, txid))
}

/** Makes or alters a charge by the body of the call, which is checked as a whole first. */
export function putDueCharge(call: Call, txid: string): Charge {
  const { truth, partner } = call
  const body = readNew(call)
  const before = truth.book.get('charges', chargeId(partner.name, txid))
  const terms = termsOf(body)
  const { amount = 0, key = '', due = noTerms, ...rest } = terms
  checkTerms({ amount, due }, before?.createdAt ?? truth.now().toISOString())
  return putCharge(truth, partner.name, txid, { expiresInSeconds: 0, amount, key, due, ...rest }, body.loc?.id)
}

function patch(call: Call) {
  const txid = checkedTxid(call.params.txid ?? '')
  refuseDenied(call, txid)
  return chargeView(call.truth, patchDueCharge(call, txid))
}

export function patchDueCharge(call: Call, txid: string): Charge {
  const { truth, partner } = call
  const charge = readCharge(truth, partner.name, txid, 'cobv')
  const { status, ...changes } = readChanges(call)
  if (status !== undefined && Object.keys(changes).length > 0)
    throw new Refusal('malformed', 'Uma cobrança não pode ser removida e alterada na mesma requisição.', 'cobv.status')
  if (status !== undefined) return removeCharge(truth, partner.name, txid, 'cobv')
  const last = lastRevision(charge)
  const terms = termsOf(changes, last.due)
  checkTerms({ amount: terms.amount ?? last.amount, due: terms.due ?? noTerms }, charge.createdAt)
  return alterCharge(truth, partner.name, txid, terms, changes.loc?.id)
}

/** A charge that its batch was denied does not exist, and cannot be made outside of the batch. */
function refuseDenied({ truth, partner }: Call, txid: string): void {
  for (const batch of truth.book.all('chargeBatches').values())
    if (batch.partner === partner.name && batch.items.some(item => item.txid === txid && item.problem !== undefined))
      throw new Refusal('state', 'Este txid está associado a um lote em que esta cobrança está NEGADA.', 'txid')
}

const noTerms: DueTerms = { dueDate: '', payableDays: 30 }

/** `before`: what a change leaves out stays. */
function termsOf(body: DueBody, before: DueTerms = noTerms): Partial<ChargeTerms> {
  const { calendario, devedor, valor: costs = {}, chave, solicitacaoPagador, infoAdicionais } = body
  const { original, ...others } = costs
  const { cpf: person, cnpj: company, nome, ...contact } = devedor ?? { nome: '' }
  const due = {
    ...before,
    ...(calendario && { dueDate: calendario.dataDeVencimento }),
    ...(calendario?.validadeAposVencimento !== undefined && { payableDays: calendario.validadeAposVencimento }),
    ...others,
  }
  return {
    due,
    ...(devedor && { debtor: { name: nome, taxId: person ?? company ?? '', contact } }),
    ...(original !== undefined && { amount: parseCentavos(original) ?? 0 }),
    ...(chave !== undefined && { key: chave }),
    ...(solicitacaoPagador !== undefined && { requestToPayer: solicitacaoPagador }),
    ...(infoAdicionais !== undefined && { details: infoAdicionais }),
  }
}

/** What the schema cannot say: the standard's list of violations. */
function checkTerms({ amount, due }: { amount: number; due: DueTerms }, createdAt: string): void {
  const { dueDate, abatimento, desconto } = due
  const violations: Violation[] = []
  const check = (isRight: boolean, field: string, reason: string) => {
    if (!isRight) violations.push({ property: `cobv.${field}`, reason })
  }
  const isBelow = (isPercent: boolean, value = '0.00') => (parseCentavos(value) ?? 0) < (isPercent ? 100_00 : amount)
  const date = 'calendario.dataDeVencimento'
  check(isDay(dueDate) && dueDate >= dayOf(new Date(createdAt)), date, 'A data de vencimento é anterior à criação.')
  if (abatimento)
    check(
      isBelow(abatimento.modalidade === 2, abatimento.valorPerc),
      'valor.abatimento',
      'O abatimento é o valor todo.',
    )
  if (desconto) {
    const { modalidade: kind, valorPerc: value, descontoDataFixa: days } = desconto
    const isOfDays = kind < 3
    const values = isOfDays ? (days ?? []).map(day => day.valorPerc) : [value]
    const field = 'valor.desconto'
    check(isOfDays === (value === undefined), `${field}.valorPerc`, 'valorPerc é das modalidades 3 a 6, e só delas.')
    check(
      isOfDays === (days?.length ?? 0) > 0,
      `${field}.descontoDataFixa`,
      'descontoDataFixa é das modalidades 1 e 2.',
    )
    check(
      values.every(one => isBelow(kind === 2 || kind > 4, one)),
      field,
      'O desconto é o valor todo.',
    )
    check(
      (days ?? []).every(day => isDay(day.data) && day.data <= dueDate),
      field,
      'O desconto passa do vencimento.',
    )
  }
  if (violations.length > 0) throw new Refusal('malformed', 'A cobrança não é válida.', violations)
}
