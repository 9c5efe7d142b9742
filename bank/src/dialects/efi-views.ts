import { formatCentavos } from '../truth/money.ts'
import type { Payout, PayoutState, Person, ReceivedPix } from '../truth/records.ts'

export const efiStates: Record<PayoutState, string> = {
  KeyFound: 'EM_PROCESSAMENTO',
  AwaitingApproval: 'EM_PROCESSAMENTO',
  Processing: 'EM_PROCESSAMENTO',
  Paid: 'REALIZADO',
  Refused: 'NAO_REALIZADO',
  Disapproved: 'NAO_REALIZADO',
}

/** Shows the middle of a CPF only; a CNPJ is public. */
export const masked = ({ taxId }: Pick<Person, 'taxId'>) =>
  taxId.length === 11 ? { cpf: `***.${taxId.slice(3, 6)}.${taxId.slice(6, 9)}-**` } : { cnpj: taxId }

export const efiPayer = ({ payer }: ReceivedPix) => ({ nome: payer.name, ...masked(payer), codigoBanco: payer.ispb })

const recipientView = ({ key, recipient }: Payout) => ({
  ...(key === undefined ? {} : { chave: key }),
  identificacao: { nome: recipient.name, ...masked(recipient) },
  contaBanco: { codigoBanco: recipient.ispb },
})

const returnsView = ({ returns }: Payout) =>
  returns.length === 0
    ? {}
    : {
        devolucoes: returns.map(({ rtrId, amount, at }) => ({
          rtrId,
          valor: formatCentavos(amount),
          horario: at,
        })),
      }

export const efiPayoutView = (payout: Payout) => ({
  endToEndId: payout.endToEndId,
  idEnvio: payout.ownId,
  valor: formatCentavos(payout.amount),
  chave: payout.payerKey,
  status: efiStates[payout.state],
  ...(payout.message === undefined ? {} : { infoPagador: payout.message }),
  horario: {
    solicitacao: payout.requestedAt,
    ...(payout.settledAt === undefined ? {} : { liquidacao: payout.settledAt }),
  },
  favorecido: recipientView(payout),
  ...returnsView(payout),
})

export const efiPayoutCallback = (payout: Payout) => ({
  endToEndId: payout.endToEndId,
  chave: payout.payerKey,
  tipo: 'SOLICITACAO',
  status: efiStates[payout.state],
  valor: formatCentavos(payout.amount),
  horario: payout.settledAt ?? null,
  gnExtras: {
    idEnvio: payout.ownId,
    ...(payout.refusal
      ? { erro: { codigo: payout.refusal.code, origem: 'PSP do recebedor', motivo: payout.refusal.reason } }
      : { favorecido: recipientView(payout) }),
  },
})

export const efiPayoutReturnCallback = (payout: Payout) => ({
  ...efiPayoutCallback(payout),
  tipo: 'DEVOLUCAO_RECEBIDA',
  ...returnsView(payout),
})
