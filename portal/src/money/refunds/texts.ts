import { bilingual } from '../../kit/texts.ts'

/** The words of the refunds of a transaction. */
export const refundTexts = bilingual({
  pt: {
    refunds: 'Devoluções',
    amount: 'Valor',
    state: 'Situação',
    by: 'Solicitada por',
    byKey: 'Chave de acesso, pela API',
    byPerson: 'Pelo portal',
    bank: 'Banco',
    byBank: 'Não solicitada pela loja',
    reason: 'Motivo',
    date: 'Data',
    ended: 'Encerrada',
  },
  en: {
    refunds: 'Refunds',
    amount: 'Amount',
    state: 'State',
    by: 'Requested by',
    byKey: 'Access key, by the API',
    byPerson: 'In the portal',
    bank: 'Bank',
    byBank: 'Not requested by the merchant',
    reason: 'Reason',
    date: 'Date',
    ended: 'Ended',
  },
})
