import { formatCentavos, numberOfCentavos } from '../truth/money.ts'
import type { Payout, PayoutState } from '../truth/records.ts'
import { masked } from './efi-views.ts'

/** The state in a query, and in a callback. */
const states: Record<PayoutState, { read: string; callback: string }> = {
  KeyFound: { read: 'CRIADO', callback: '' },
  AwaitingApproval: { read: 'AGUARDANDO_APROVACAO', callback: '' },
  Processing: { read: 'ENVIADO', callback: '' },
  Paid: { read: 'PAGO', callback: 'EFETIVADO' },
  Refused: { read: 'FALHA', callback: 'ERRO' },
  Disapproved: { read: 'REPROVADO', callback: 'REPROVADO' },
}

const stateOf = ({ state, refusal }: Payout) =>
  state === 'Refused' && refusal?.code === 'AM04' ? 'CANCELADO_SEM_SALDO' : states[state].read

/** São Paulo's time, without a zone. */
export const localStamp = (at: string) => new Date(Date.parse(at) - 3 * 3_600_000).toISOString().slice(0, 19)
export const localDay = (at: string) => localStamp(at).slice(0, 10)

const recipientView = ({ recipient }: Payout) => ({
  nome: recipient.name,
  cpfCnpj: masked(recipient).cpf ?? recipient.taxId,
})

const errorsOf = ({ refusal }: Payout) =>
  refusal ? [{ codigoErro: 'PIX_RECUSADO', descricaoErro: refusal.reason, codigoErroComplementar: refusal.code }] : []

export const interPayoutAnswer = (payout: Payout) => ({
  tipoRetorno: payout.history[0]?.state === 'AwaitingApproval' ? 'APROVACAO' : 'PROCESSADO',
  codigoSolicitacao: payout.requestId,
  dataPagamento: localDay(payout.requestedAt),
  dataOperacao: localDay(payout.requestedAt),
})

export const interPayoutView = (payout: Payout) => ({
  transacaoPix: {
    codigoSolicitacao: payout.requestId,
    status: stateOf(payout),
    endToEnd: payout.endToEndId,
    valor: numberOfCentavos(payout.amount),
    ...(payout.key === undefined ? {} : { chave: payout.key }),
    recebedor: recipientView(payout),
    dataHoraSolicitacao: localStamp(payout.requestedAt),
    dataHoraMovimento: localStamp(payout.settledAt ?? payout.requestedAt),
    erros: errorsOf(payout),
  },
  historico: payout.history.map(({ state, at }) => ({ status: states[state].read, dataHoraEvento: localStamp(at) })),
})

export const interPayoutCallback = (payout: Payout) => ({
  codigoSolicitacao: payout.requestId,
  ...(payout.key === undefined ? {} : { chave: payout.key }),
  endToEnd: payout.endToEndId,
  valor: formatCentavos(payout.amount),
  status: states[payout.state].callback,
  tipoMovimentacao: 'PAGAMENTO',
  dataHoraMovimento: localStamp(payout.settledAt ?? payout.requestedAt),
  dataHoraSolicitacao: localStamp(payout.requestedAt),
  recebedor: recipientView(payout),
  erros: errorsOf(payout),
})
