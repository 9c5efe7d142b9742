import { bodyReader, object } from '../http/read-body.ts'
import type { Call, Route } from '../http/routes.ts'
import { chargeId } from '../truth/charges.ts'
import type { ChargeBatch } from '../truth/charge-batch.ts'
import { Refusal } from '../truth/truth.ts'
import { patchDueCharge, putDueCharge } from './due-charges.ts'
import { problemOf } from './problems.ts'
import { isWithin, paged, readWindow } from './windows.ts'

type Item = { txid: string }
type BatchBody = { descricao?: string; cobsv?: Item[] }

/** Its charges are read one by one: what is wrong with one does not refuse the batch. */
const items = { type: 'array', minItems: 1, items: { type: 'object', required: ['txid'] } }
const parts = { descricao: { type: 'string' }, cobsv: items }
const readNew = bodyReader<Required<BatchBody>>('loteCobV', object(['descricao', 'cobsv'], parts))
const readChanges = bodyReader<BatchBody>('loteCobV', object([], parts))

const [read, write, resource] = ['lotecobv.read', 'lotecobv.write', 'LoteCobV'] as const

export const dueBatchRoutes: Route[] = [
  { name: 'putLote', method: 'PUT', path: '/lotecobv/:id', scope: write, resource, status: 202, act: put },
  { name: 'patchLote', method: 'PATCH', path: '/lotecobv/:id', scope: write, resource, status: 202, act: patch },
  { name: 'getLote', method: 'GET', path: '/lotecobv/:id', scope: read, resource, status: 200, act: get },
  { name: 'listLote', method: 'GET', path: '/lotecobv', scope: read, resource, status: 200, act: list },
]

const batchKey = (partner: string, id: number) => `${partner} ${id}`

function readBatch({ truth, partner, params }: Call): ChargeBatch {
  const batch = truth.book.get('chargeBatches', batchKey(partner.name, idOf(params)))
  if (!batch) throw new Refusal('not found', 'Lote não encontrado para o id informado.')
  return batch
}

function idOf({ id = '' }: Record<string, string>): number {
  if (!/^\d{1,9}$/.test(id)) throw new Refusal('malformed', 'O id do lote não é numérico.', 'id')
  return Number(id)
}

function put(call: Call) {
  const { truth, partner, params } = call
  const { descricao, cobsv } = readNew(call)
  const id = idOf(params)
  const before = truth.book.get('chargeBatches', batchKey(partner.name, id))
  const txids = cobsv.map(({ txid }) => txid)
  const isSame =
    before &&
    [...txids].toSorted().join() ===
      before.items
        .map(item => item.txid)
        .toSorted()
        .join()
  if (before && !isSame)
    throw new Refusal('state', 'Um lote não ganha nem perde cobranças depois de criado.', 'loteCobV.cobsv')
  if (!before && txids.some(txid => truth.book.get('charges', chargeId(partner.name, txid))))
    throw new Refusal('used id', 'Alguma das cobranças do lote já existe.', 'loteCobV.cobsv')
  const batch = before ?? { id, partner: partner.name, createdAt: truth.now().toISOString(), items: [] }
  return truth.book.change(() =>
    keep(call, { ...batch, description: descricao, items: cobsv.map(one => make(call, one, id)) }),
  )
}

function patch(call: Call) {
  const batch = readBatch(call)
  const { descricao = batch.description, cobsv = [] } = readChanges(call)
  const changed = new Map(cobsv.map(one => [one.txid, one]))
  if (cobsv.some(({ txid }) => !batch.items.some(item => item.txid === txid)))
    throw new Refusal('state', 'Um lote não ganha cobranças depois de criado.', 'loteCobV.cobsv')
  return call.truth.book.change(() =>
    keep(call, {
      ...batch,
      description: descricao,
      items: batch.items.map(item => {
        const change = changed.get(item.txid)
        return change === undefined ? item : make(call, change, batch.id)
      }),
    }),
  )
}

/** Makes or alters one charge of a batch; what refuses it alone is its problem. */
function make(call: Call, { txid, ...body }: Item, batchId: number): ChargeBatch['items'][number] {
  const { truth, partner } = call
  const isThere = truth.book.get('charges', chargeId(partner.name, txid)) !== undefined
  const one = { ...call, body }
  try {
    const made = isThere ? patchDueCharge(one, txid) : putDueCharge(one, txid)
    truth.book.put('charges', chargeId(partner.name, txid), { ...made, batchId })
    return { txid, createdAt: made.createdAt }
  } catch (error) {
    if (error instanceof Refusal) return { txid, problem: problemOf('CobV', error).body }
    throw error
  }
}

function keep({ truth, partner }: Call, batch: ChargeBatch): undefined {
  truth.book.put('chargeBatches', batchKey(partner.name, batch.id), batch)
}

function get(call: Call) {
  return batchView(readBatch(call))
}

function list({ truth, partner, query, switches }: Call) {
  const window = readWindow(query, {}, switches)
  const found = [...truth.book.all('chargeBatches').values()].filter(
    batch => batch.partner === partner.name && isWithin(window, batch.createdAt),
  )
  const page = paged(window, query, {}, found)
  return { parametros: page.parametros, lotes: page.items.map(batchView) }
}

const batchView = ({ id, description, createdAt, items: charges }: ChargeBatch) => ({
  id,
  descricao: description,
  criacao: createdAt,
  cobsv: charges.map(({ txid, createdAt: made, problem }) => ({
    txid,
    status: problem === undefined ? 'CRIADA' : 'NEGADA',
    ...(problem === undefined ? {} : { problema: problem }),
    ...(made === undefined ? {} : { criacao: made }),
  })),
})
