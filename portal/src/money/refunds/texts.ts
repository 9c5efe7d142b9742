import { bilingual } from '../../kit/texts.ts'

/** The words of the refunds of a transaction. */
export const refundTexts = bilingual({
  refunds: ['Devoluções', 'Refunds'],
  amount: ['Valor', 'Amount'],
  state: ['Situação', 'State'],
  by: ['Solicitada por', 'Requested by'],
  byKey: ['Chave de acesso, pela API', 'Access key, by the API'],
  byPerson: ['Pelo portal', 'In the portal'],
  bank: ['Banco', 'Bank'],
  byBank: ['Não solicitada pela loja', 'Not requested by the merchant'],
  reason: ['Motivo', 'Reason'],
  date: ['Data', 'Date'],
  ended: ['Encerrada', 'Ended'],
})
