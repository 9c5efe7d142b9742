import type { Switches } from '../dialects/switches.ts'
import { amountText, bodyReader, object, shortText } from '../http/read-body.ts'
import type { Call, Route } from '../http/routes.ts'
import { parseCentavos } from '../truth/money.ts'
import type { ReceivedPix, Refund } from '../truth/records.ts'
import { readPix, readRefund, requestRefund } from '../truth/refund-pix.ts'
import { Refusal } from '../truth/truth.ts'
import { pixView, refundView } from './views.ts'
import { agrees, ifPresent, isAsked, isWithin, ofPerson, paged, readWindow } from './windows.ts'

type RefundBody = { valor: string; natureza?: Refund['nature']; descricao?: string }

const readOrder = bodyReader<RefundBody>(
  'devolucao',
  object(['valor'], { valor: amountText, natureza: { enum: ['ORIGINAL', 'RETIRADA'] }, descricao: shortText }),
)

const refundPath = '/pix/:e2eid/devolucao/:id'

export const receivedRoutes: Route[] = [
  { name: 'getPix', method: 'GET', path: '/pix/:e2eid', scope: 'pix.read', resource: 'Pix', status: 200, act: get },
  { name: 'listPix', method: 'GET', path: '/pix', scope: 'pix.read', resource: 'Pix', status: 200, act: list },
  {
    name: 'putRefund',
    method: 'PUT',
    path: refundPath,
    scope: 'pix.write',
    resource: 'PixDevolucao',
    status: 201,
    act: put,
  },
  {
    name: 'getRefund',
    method: 'GET',
    path: refundPath,
    scope: 'pix.read',
    resource: 'PixDevolucao',
    status: 200,
    act: getRefund,
  },
]

function get({ truth, partner, params, query, switches }: Call) {
  const pix = readPix(truth, partner.name, params.e2eid ?? '')
  if (switches.pixOfChargesOnly && !pix.ofCharge) throw new Refusal('pix not found', 'Pix não encontrado.')
  return spelled(pix, switches, query)
}

function spelled(pix: ReceivedPix, { pixHides, pixCapitals, payerBankOnRequest }: Switches, query: URLSearchParams) {
  const { txid, chave, ...view } = pixView(pix)
  const hasPayerBank = payerBankOnRequest && query.get('exibirCodigoBanco') === 'true'
  const spell = (text: string) => (pixCapitals ? text.toUpperCase() : text)
  return {
    ...view,
    ...(txid === undefined || pixHides.includes('txid') ? {} : { txid: spell(txid) }),
    ...(chave === undefined || pixHides.includes('chave') ? {} : { chave: spell(chave) }),
    ...(hasPayerBank ? { pagador: { contaBanco: { codigoBanco: pix.payer.ispb } } } : {}),
  }
}

function list({ truth, partner, query, switches }: Call) {
  const { txidFilter } = switches
  const filters = { ...ofPerson, ...ifPresent('txId', 'devolucao'), [txidFilter]: /^[a-zA-Z0-9]{1,35}$/ }
  const window = readWindow(query, filters, switches)
  const taxId = query.get('cpf') ?? query.get('cnpj')
  const found = [...truth.book.all('pix').values()].filter(
    pix =>
      pix.partner === partner.name &&
      isWithin(window, pix.at) &&
      (pix.ofCharge || !switches.pixOfChargesOnly) &&
      isAsked(query, txidFilter, pix.txid) &&
      (taxId === null || pix.payer.taxId === taxId) &&
      agrees(query, 'txIdPresente', pix.txid !== undefined) &&
      agrees(query, 'devolucaoPresente', pix.refunds.length > 0),
  )
  const { items, parametros } = paged(window, query, filters, found)
  return { parametros, pix: items.map(pix => spelled(pix, switches, query)) }
}

function put(call: Call) {
  const { truth, partner, params } = call
  const { e2eid = '', id = '' } = params
  if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) throw new Refusal('malformed', 'O id não respeita o schema.', 'id')
  const { valor, natureza, descricao } = readOrder(call)
  const refund = requestRefund(truth, partner.name, e2eid, {
    id,
    amount: parseCentavos(valor) ?? 0,
    ...(natureza === undefined ? {} : { nature: natureza }),
    ...(descricao === undefined ? {} : { description: descricao }),
  })
  return refundView(refund)
}

function getRefund({ truth, partner, params }: Call) {
  return refundView(readRefund(truth, partner.name, params.e2eid ?? '', params.id ?? ''))
}
