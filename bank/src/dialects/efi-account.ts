import { bodyReader, object } from '../http/read-body.ts'
import { type Call, OtherAnswer } from '../http/routes.ts'
import { codeOf } from '../standard/views.ts'
import { readCharge } from '../truth/charges.ts'
import { bankId } from '../truth/identifiers.ts'
import { isOpen } from '../truth/infractions.ts'
import { addPartnersKey, isKeyOf } from '../truth/key-directory.ts'
import { addressOf, readLocation } from '../truth/locations.ts'
import { formatCentavos } from '../truth/money.ts'
import { accountOf, balanceOf } from '../truth/move-money.ts'
import type { AccountConfig } from '../truth/account-config.ts'
import { type BankEvent, Refusal, type Truth } from '../truth/truth.ts'
import { pdfOf } from './plain-pdf.ts'

const flag = { type: 'boolean' }
const flags = (...names: string[]) => object(names, Object.fromEntries(names.map(name => [name, flag])))
const readConfig = bodyReader<AccountConfig>(
  'config',
  object(['pix'], {
    pix: object(['receberSemChave'], {
      receberSemChave: flag,
      chaves: {
        type: 'object',
        additionalProperties: object(['recebimento'], {
          recebimento: object(['txidObrigatorio', 'qrCodeEstatico'], {
            txidObrigatorio: flag,
            recusarTipoPessoa: { enum: ['PF', 'PJ'] },
            qrCodeEstatico: flags('recusarTodos'),
            documentoPagadorIgualDevedor: flag,
            webhook: object([], { notificacao: flags('tarifa', 'pagador'), notificar: flags('pixSemTxid') }),
          }),
          envio: object(['webhook'], {
            webhook: object(['notificacao'], { notificacao: flags('tarifa', 'favorecido') }),
          }),
        }),
      },
    }),
  }),
)
const readResend = bodyReader<{ tipo: keyof typeof eventOf; e2eids: string[] }>(
  'webhook',
  object(['tipo', 'e2eids'], {
    tipo: { enum: ['PIX_RECEBIDO', 'PIX_ENVIADO', 'DEVOLUCAO_RECEBIDA', 'DEVOLUCAO_ENVIADA'] },
    e2eids: { type: 'array', minItems: 1, maxItems: 1000, items: { type: 'string' } },
  }),
)

export function createEvp({ truth, partner }: Call) {
  const chave = bankId()
  truth.book.change(() => addPartnersKey(truth, chave, partner))
  return { chave }
}

export function listEvps({ truth, partner }: Call) {
  const own = [...truth.book.all('keys').values()].filter(key => key.partner === partner.name && key.kind === 'EVP')
  return { chaves: own.map(({ key }) => key) }
}

export function removeEvp(call: Call) {
  const { truth, params } = call
  const key = params.chave ?? ''
  if (!listEvps(call).chaves.includes(key))
    throw new Refusal('foreign key', 'A chave não pertence a esta conta.', 'chave')
  truth.book.change(() => truth.book.remove('keys', key))
}

export function setAccount(call: Call) {
  const { truth, partner } = call
  const changed = readConfig(call)
  const foreign = Object.keys(changed.pix.chaves ?? {}).find(key => !isKeyOf(truth, key, partner.name))
  if (foreign !== undefined) throw new Refusal('foreign key', 'A chave não pertence a esta conta.', 'pix.chaves')
  truth.book.change(() => truth.book.put('accountConfigs', partner.name, changed))
  return changed
}

export function getAccount({ truth, partner }: Call): AccountConfig {
  return truth.book.get('accountConfigs', partner.name) ?? { pix: { receberSemChave: true, chaves: {} } }
}

export function getBalance({ truth, partner, query }: Call) {
  const saldo = formatCentavos(balanceOf(truth, accountOf(partner.name)))
  if (query.get('bloqueios') !== 'true') return { saldo }
  const reported = [...truth.book.all('infractions').values()].filter(
    one => one.partner === partner.name && isOpen(one),
  )
  const med = formatCentavos(reported.reduce((sum, { amount }) => sum + amount, 0))
  return { saldo, bloqueios: { judicial: '0.00', med, total: med } }
}

/** Always full: look-ups cost nothing here. */
export function getKeyBuckets() {
  const full = {
    capacidade: 1_000,
    fichasDisponiveis: 1_000,
    taxaDeReposicaoFichas: 2,
    periodoReposicaoEmSegundos: 60,
  }
  return {
    baldeA: { tiposChave: ['cpf', 'cnpj', 'evp'], ...full },
    baldeB: { tiposChave: ['telefone', 'email'], ...full },
  }
}

const eventOf = {
  PIX_RECEBIDO: 'pix received',
  PIX_ENVIADO: 'payout ended',
  DEVOLUCAO_RECEBIDA: 'payout returned',
  DEVOLUCAO_ENVIADA: 'refund ended',
} as const satisfies Record<string, BankEvent['kind']>

export function resendCallbacks(call: Call) {
  const { truth, partner } = call
  const { tipo, e2eids } = readResend(call)
  truth.book.change(() => {
    for (const endToEndId of e2eids) {
      const record = truth.book.get(
        tipo.startsWith('PIX_E') || tipo === 'DEVOLUCAO_RECEBIDA' ? 'payouts' : 'pix',
        endToEndId,
      )
      if (record?.partner === partner.name) truth.notify({ kind: eventOf[tipo], endToEndId })
    }
  })
}

export function getReceipt({ truth, partner, query }: Call) {
  const lines = receiptLines(truth, partner.name, query)
  if (!lines) throw new Refusal('not found', 'Nenhum Pix foi encontrado para este comprovante.')
  return new OtherAnswer({ status: 200, type: 'application/pdf', text: pdfOf(lines) })
}

function receiptLines({ book }: Truth, name: string, query: URLSearchParams): string[] | null {
  const isOwn = ({ partner }: { partner: string }) => partner === name
  const payout = [...book.all('payouts').values()].find(
    one => isOwn(one) && (one.endToEndId === query.get('e2eid') || one.ownId === query.get('idEnvio')),
  )
  if (payout) return ['Pix enviado', payout.endToEndId, formatCentavos(payout.amount), payout.recipient.name]
  const pix = [...book.all('pix').values()].find(
    one =>
      isOwn(one) &&
      (one.endToEndId === query.get('e2eid') ||
        (query.has('txid') && one.txid === query.get('txid')) ||
        one.refunds.some(({ rtrId }) => rtrId === query.get('rtrId'))),
  )
  return pix ? ['Pix recebido', pix.endToEndId, formatCentavos(pix.amount), pix.payer.name] : null
}

/** The code of the charge at a location; its image is a drawing of the text, which no camera reads. */
export function getQrCode({ truth, partner, params }: Call) {
  const location = readLocation(truth, partner.name, params.id ?? '')
  if (location.txid === undefined) throw new Refusal('not found', 'O location não está vinculado a uma cobrança.')
  const qrcode = codeOf(truth, readCharge(truth, partner.name, location.txid), location)
  const image = `<svg xmlns="http://www.w3.org/2000/svg"><text>${qrcode.replaceAll(/[<&]/g, '')}</text></svg>`
  return {
    qrcode,
    imagemQrcode: `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`,
    linkVisualizacao: `https://${addressOf(truth, location)}`,
  }
}
