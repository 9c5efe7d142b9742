import { bilingual } from '../../kit/texts.ts'

/** The words of the refunds of a transaction. */
export const refundTexts = bilingual({
  pt: {
    refunds: 'Devoluções',
    amount: 'Valor',
    state: 'Situação',
    by: 'Pedida por',
    byKey: 'Chave de acesso, pela API',
    byPerson: 'Pelo portal',
    bank: 'Banco',
    byBank: 'Sem pedido da loja',
    reason: 'Motivo',
    date: 'Data',
    ended: 'Encerrada',
  },
  en: {
    refunds: 'Refunds',
    amount: 'Amount',
    state: 'State',
    by: 'Asked for by',
    byKey: 'Access key, by the API',
    byPerson: 'In the portal',
    bank: 'Bank',
    byBank: 'Unasked by the merchant',
    reason: 'Reason',
    date: 'Date',
    ended: 'Ended',
  },
})
