import { formatCentavos, numberOfCentavos } from '../truth/money.ts'
import type { DirectoryKey, Payout, PayoutState } from '../truth/records.ts'

const states: Record<PayoutState, string> = {
  KeyFound: 'NÃO_REALIZADO',
  AwaitingApproval: 'EM_PROCESSAMENTO',
  Processing: 'EM_PROCESSAMENTO',
  Paid: 'FINALIZADO',
  Refused: 'REJEITADO',
  Disapproved: 'REJEITADO',
}

export const sicoobKeyView = (payout: Payout, { key, kind, owner }: DirectoryKey) => ({
  endToEndId: payout.endToEndId,
  chave: key,
  tipo: kind,
  proprietario: {
    identificador: owner.taxId,
    nome: owner.name,
    tipo: owner.taxId.length === 11 ? 'FISICO' : 'JURIDICO',
  },
})

const rejection = ({ refusal }: Payout) => (refusal ? `${refusal.code} ${refusal.reason}` : null)

export const sicoobPayoutView = (payout: Payout) => ({
  endToEndId: payout.endToEndId,
  chave: payout.key ?? null,
  valor: numberOfCentavos(payout.amount),
  estado: states[payout.state],
  descricao: payout.message ?? null,
  dataSolicitacao: payout.requestedAt,
  dataPagamento: payout.settledAt ?? null,
  detalheRejeicao: rejection(payout),
  destino: destination(payout),
})

/** The account that is paid, as the bank's schema has it. */
const destination = ({ recipient }: Payout) => ({
  ispb: recipient.ispb,
  cpfCnpj: recipient.taxId,
  nome: recipient.name,
  agencia: recipient.branch ?? null,
  conta: recipient.account ?? null,
  tipo: recipient.accountKind ?? null,
})

export const sicoobPayoutCallback = (payout: Payout) => ({
  payload: {
    id: payout.endToEndId,
    estado: payout.state === 'Paid' ? 'FINALIZADO_SUCESSO' : 'FINALIZADO_REJEICAO',
    valor: formatCentavos(payout.amount),
    detalheRejeicao: rejection(payout),
  },
})
