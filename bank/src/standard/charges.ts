import { amountText, bodyReader, cnpj, cpf, keyText, object, shortText } from '../http/read-body.ts'
import type { Call, Route } from '../http/routes.ts'
import {
  type ChargeKind,
  type ChargeTerms,
  alterCharge,
  chargeId,
  kindOf,
  lastRevision,
  putCharge,
  readCharge,
  removeCharge,
} from '../truth/charges.ts'
import { chosenTxid } from '../truth/identifiers.ts'
import { parseCentavos } from '../truth/money.ts'
import { Refusal } from '../truth/truth.ts'
import { chargeView, wholeChargeView } from './views.ts'
import { agrees, ifPresent, isAsked, isWithin, ofPerson, oneOf, paged, readWindow } from './windows.ts'

/** What charges of both kinds may have. */
export const commonParts = {
  loc: object(['id'], { id: { type: 'integer' }, tipoCob: { type: 'string' } }),
  chave: keyText,
  solicitacaoPagador: shortText,
  infoAdicionais: {
    type: 'array',
    maxItems: 50,
    items: object(['nome', 'valor'], {
      nome: { type: 'string', maxLength: 50 },
      valor: { type: 'string', maxLength: 200 },
    }),
  },
}

const parts = {
  ...commonParts,
  calendario: object([], { expiracao: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } }),
  devedor: {
    type: 'object',
    required: ['nome'],
    oneOf: [{ required: ['cpf'] }, { required: ['cnpj'] }],
    properties: { cpf, cnpj, nome: { type: 'string', maxLength: 200 } },
  },
}
const valor = (required: string[]) => object(required, { original: amountText, modalidadeAlteracao: { enum: [0, 1] } })

type ChargeBody = {
  calendario?: { expiracao?: number }
  devedor?: { cpf?: string; cnpj?: string; nome: string }
  loc?: { id: number }
  valor?: { original?: string; modalidadeAlteracao?: 0 | 1 }
  chave?: string
  solicitacaoPagador?: string
  infoAdicionais?: { nome: string; valor: string }[]
  status?: string
}

const readNew = bodyReader<ChargeBody>(
  'cob',
  object(['calendario', 'valor', 'chave'], { ...parts, valor: valor(['original']) }),
)
const readChanges = bodyReader<ChargeBody>(
  'cob',
  object([], { ...parts, valor: valor([]), status: { enum: ['REMOVIDA_PELO_USUARIO_RECEBEDOR'] } }),
)

const daySeconds = 86_400

/** One charge of a kind, or one of its revisions. */
export const getCharge =
  (kind: ChargeKind) =>
  ({ truth, partner, params, query }: Call) => {
    const charge = readCharge(truth, partner.name, params.txid ?? '', kind)
    const revision = query.get('revisao')
    if (revision === null) return wholeChargeView(truth, charge)
    if (!/^\d{1,9}$/.test(revision) || charge.revisions[Number(revision)] === undefined)
      throw new Refusal('bad query', 'A revisão informada não existe para esta cobrança.', 'revisao')
    return wholeChargeView(truth, charge, Number(revision))
  }

const commonFilters = {
  ...ofPerson,
  ...ifPresent('location'),
  status: oneOf('ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'),
}

/** The charges of a kind; those with a due date are also asked for by their batch. */
export const listCharges = (kind: ChargeKind) => {
  const filters = { ...commonFilters, ...(kind === 'cobv' && { loteCobVId: /^\d{1,9}$/ }) }
  return ({ truth, partner, query, switches }: Call) => {
    const window = readWindow(query, filters, switches)
    const taxId = query.get('cpf') ?? query.get('cnpj')
    const found = [...truth.book.all('charges').values()].filter(charge => {
      const terms = lastRevision(charge)
      return (
        charge.partner === partner.name &&
        kindOf(charge) === kind &&
        isWithin(window, charge.createdAt) &&
        (taxId === null || terms.debtor?.taxId === taxId) &&
        isAsked(query, 'status', terms.status) &&
        (kind === 'cob' ||
          isAsked(query, 'loteCobVId', charge.batchId === undefined ? undefined : String(charge.batchId))) &&
        agrees(query, 'locationPresente', charge.locationId !== null)
      )
    })
    const { items, parametros } = paged(window, query, filters, found)
    return { parametros, cobs: items.map(charge => wholeChargeView(truth, charge)) }
  }
}

export const chargeRoutes: Route[] = [
  { name: 'putCob', method: 'PUT', path: '/cob/:txid', scope: 'cob.write', resource: 'Cob', status: 201, act: put },
  { name: 'postCob', method: 'POST', path: '/cob', scope: 'cob.write', resource: 'Cob', status: 201, act: post },
  {
    name: 'patchCob',
    method: 'PATCH',
    path: '/cob/:txid',
    scope: 'cob.write',
    resource: 'Cob',
    status: 200,
    act: patch,
  },
  {
    name: 'getCob',
    method: 'GET',
    path: '/cob/:txid',
    scope: 'cob.read',
    resource: 'Cob',
    status: 200,
    act: getCharge('cob'),
  },
  {
    name: 'listCob',
    method: 'GET',
    path: '/cob',
    scope: 'cob.read',
    resource: 'Cob',
    status: 200,
    act: listCharges('cob'),
  },
]

/** A charge beside its code and its image, as one bank has it. */
export const chargeWithCodeRoute: Route = {
  name: 'putCobEmv',
  method: 'PUT',
  path: '/cob-emv/:txid',
  scope: 'cob.write',
  resource: 'Cob',
  status: 201,
  act: call => {
    const { pixCopiaECola: emv, ...cob } = put(call)
    return { cob, emv, base64: 'iVBORw0KGgo=' }
  },
}

export function checkedTxid(txid: string): string {
  if (/^[a-zA-Z0-9]{26,35}$/.test(txid)) return txid
  throw new Refusal('malformed', 'O txid não respeita o schema.', [
    { property: 'txid', reason: 'O txid não respeita o _schema_.', value: txid },
  ])
}

function put(call: Call) {
  const { truth, partner, params, switches } = call
  const txid = checkedTxid(params.txid ?? '')
  const body = readNew(call)
  if (switches.usedTxid === 'conflict' && truth.book.get('charges', chargeId(partner.name, txid)))
    throw new Refusal('used id', 'Já existe uma cobrança com o txid informado.', 'txid')
  return chargeView(truth, putCharge(truth, partner.name, txid, wholeTerms(body), body.loc?.id))
}

function post(call: Call) {
  const body = readNew(call)
  const { truth, partner } = call
  return chargeView(truth, putCharge(truth, partner.name, chosenTxid(), wholeTerms(body), body.loc?.id))
}

function patch(call: Call) {
  const { truth, partner, params } = call
  const txid = params.txid ?? ''
  readCharge(truth, partner.name, txid, 'cob')
  const { status, ...changes } = readChanges(call)
  if (status === undefined)
    return chargeView(truth, alterCharge(truth, partner.name, txid, termsOf(changes), changes.loc?.id))
  if (Object.keys(changes).length > 0)
    throw new Refusal('malformed', 'Uma cobrança não pode ser removida e alterada na mesma requisição.', 'cob.status')
  return chargeView(truth, removeCharge(truth, partner.name, txid, 'cob'))
}

const wholeTerms = (body: ChargeBody): ChargeTerms => {
  const { amount = 0, key = '', ...rest } = termsOf(body)
  return { expiresInSeconds: daySeconds, amount, key, ...rest }
}

function termsOf(body: ChargeBody): Partial<ChargeTerms> {
  const { calendario, devedor, valor, chave, solicitacaoPagador, infoAdicionais } = body
  return {
    ...(calendario?.expiracao === undefined ? {} : { expiresInSeconds: calendario.expiracao }),
    ...(devedor ? { debtor: { name: devedor.nome, taxId: devedor.cpf ?? devedor.cnpj ?? '' } } : {}),
    ...(valor?.original === undefined ? {} : { amount: parseCentavos(valor.original) ?? 0 }),
    ...(valor?.modalidadeAlteracao === undefined ? {} : { payerMayChangeAmount: valor.modalidadeAlteracao === 1 }),
    ...(chave === undefined ? {} : { key: chave }),
    ...(solicitacaoPagador === undefined ? {} : { requestToPayer: solicitacaoPagador }),
    ...(infoAdicionais === undefined ? {} : { details: infoAdicionais }),
  }
}
