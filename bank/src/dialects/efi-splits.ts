import { amountText, bodyReader, cnpj, cpf, object } from '../http/read-body.ts'
import type { Call } from '../http/routes.ts'
import { wholeChargeView } from '../standard/views.ts'
import { type ChargeKind, readCharge } from '../truth/charges.ts'
import { formatCentavos, parseCentavos } from '../truth/money.ts'
import { requestRefund } from '../truth/refund-pix.ts'
import type { SplitConfig, SplitTerms } from '../truth/split-config.ts'
import { lastTerms, linkSplit, putSplit, readSplit, unlinkSplit } from '../truth/splits.ts'
import { Refusal } from '../truth/truth.ts'

type Part = { tipo: 'porcentagem' | 'fixo'; valor: string }
type SplitBody = {
  descricao: string
  txid?: string
  lancamento: { imediato: boolean }
  split: {
    divisaoTarifa: 'assumir_total' | 'proporcional'
    minhaParte: Part
    repasses: (Part & { favorecido: { cpf?: string; cnpj?: string; conta: string } })[]
  }
}

const part = { tipo: { enum: ['porcentagem', 'fixo'] }, valor: amountText }
const favoured = {
  ...object(['conta'], { cpf, cnpj, conta: { type: 'string', pattern: '^\\d{1,20}$' } }),
  oneOf: [{ required: ['cpf'] }, { required: ['cnpj'] }],
}
const readConfig = bodyReader<SplitBody>(
  'split',
  object(['descricao', 'lancamento', 'split'], {
    descricao: { type: 'string', minLength: 1, maxLength: 80 },
    txid: { type: 'string', pattern: '^[a-zA-Z0-9]{26,35}$' },
    lancamento: object(['imediato'], { imediato: { type: 'boolean' } }),
    split: object(['divisaoTarifa', 'minhaParte', 'repasses'], {
      divisaoTarifa: { enum: ['assumir_total', 'proporcional'] },
      minhaParte: object(['tipo', 'valor'], part),
      repasses: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: object(['tipo', 'valor', 'favorecido'], { ...part, favorecido: favoured }),
      },
    }),
  }),
)

const readRefund = bodyReader<{ valor: string }>('devolucao', object(['valor'], { valor: amountText }))

export const createSplit = (call: Call) => splitView(putSplit(call.truth, call.partner.name, termsIn(call)))

export const changeSplit = (call: Call) =>
  splitView(putSplit(call.truth, call.partner.name, termsIn(call), call.params.id ?? ''))

export function getSplit({ truth, partner, params, query }: Call) {
  const split = readSplit(truth, partner.name, params.id ?? '')
  const revision = Number(query.get('revisao') ?? split.revisions.length - 1)
  const revisions = split.revisions.slice(0, revision + 1)
  if (split.revisions[revision] === undefined) throw new Refusal('not found', 'Revisão não encontrada.')
  return { ...splitView({ ...split, revisions }), revisao: revision }
}

export const linkTo =
  (kind: ChargeKind) =>
  ({ truth, partner, params }: Call) =>
    linkSplit(truth, partner.name, { txid: params.txid ?? '', kind }, params.splitConfigId ?? '')

export const unlinkFrom =
  (kind: ChargeKind) =>
  ({ truth, partner, params }: Call) =>
    unlinkSplit(truth, partner.name, { txid: params.txid ?? '', kind })

export const getSplitCharge =
  (kind: ChargeKind) =>
  ({ truth, partner, params }: Call) => {
    const charge = readCharge(truth, partner.name, params.txid ?? '', kind)
    if (charge.splitId === undefined) throw new Refusal('not found', 'A cobrança não tem configuração de split.')
    const { id, status, descricao } = splitView(readSplit(truth, partner.name, charge.splitId))
    return { ...wholeChargeView(truth, charge), config: { id, status, descricao } }
  }

/** Everyone gives back as much as they got. */
export function refundWithShares(call: Call) {
  const { truth, partner, params } = call
  const amount = parseCentavos(readRefund(call).valor) ?? 0
  const { id = '', e2eid = '' } = params
  const refund = requestRefund(truth, partner.name, e2eid, { id, amount, isOfAll: true })
  const { rtrId, requestedAt: solicitacao, status } = refund
  return { id, rtrId, valor: formatCentavos(amount), horario: { solicitacao }, status }
}

function termsIn(call: Call): SplitTerms {
  const { descricao, txid, lancamento, split } = readConfig(call)
  const partOf = ({ tipo, valor }: Part) => ({
    kind: tipo === 'fixo' ? ('fixed' as const) : ('percent' as const),
    value: parseCentavos(valor) ?? 0,
  })
  return {
    description: descricao,
    ...(txid === undefined ? {} : { txid }),
    isImmediate: lancamento.imediato,
    fees: split.divisaoTarifa === 'assumir_total' ? 'own' : 'proportional',
    own: partOf(split.minhaParte),
    shares: split.repasses.map(({ favorecido, ...rest }) => ({
      ...partOf(rest),
      taxId: favorecido.cpf ?? favorecido.cnpj ?? '',
      account: favorecido.conta,
    })),
  }
}

function splitView(split: SplitConfig) {
  const { description, txid, isImmediate, fees, own, shares } = lastTerms(split)
  const view = ({ kind, value }: SplitTerms['own']) => ({
    tipo: kind === 'fixed' ? 'fixo' : 'porcentagem',
    valor: formatCentavos(value),
  })
  return {
    id: split.id,
    status: 'ATIVA',
    ...(txid === undefined ? {} : { txid }),
    descricao: description,
    lancamento: { imediato: isImmediate },
    split: {
      divisaoTarifa: fees === 'own' ? 'assumir_total' : 'proporcional',
      minhaParte: view(own),
      repasses: shares.map(({ taxId, account, ...rest }) => ({
        ...view(rest),
        favorecido: { ...(taxId.length === 11 ? { cpf: taxId } : { cnpj: taxId }), conta: account },
      })),
    },
  }
}
