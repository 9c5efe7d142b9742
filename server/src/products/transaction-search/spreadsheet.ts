import { inLanguage } from '../../platform/http/languages.ts'
import type { Column, Sheet } from '../../platform/http/spreadsheet.ts'
import { operations } from '../../money/transactions/states.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { operationWords, stateWords } from '../../money/transactions/words.ts'
import { chargesKept } from './charges-kept.ts'
import { partyOf } from './portal-views.ts'

/** The columns of the file: heading, and what of a transaction is in it. Money that goes out is negative. */
const columns: Column<Transaction>[] = [
  [['Criada em', 'Created at'], t => t.createdAt],
  [['Operação', 'Operation'], (t, language) => inLanguage(operationWords[t.operation], language)],
  [['Estado', 'State'], (t, language) => inLanguage(stateWords[t.state], language)],
  [['Valor', 'Amount'], t => signed(t)],
  [['Tarifas', 'Charges'], t => (t.completedAt === null ? null : -chargesKept(t))],
  [['Devolvido', 'Refunded'], t => (t.refundedAmount === 0n ? null : -t.refundedAmount)],
  [['Nome', 'Name'], t => partyOf(t)?.name ?? null],
  [['CPF/CNPJ', 'CPF/CNPJ'], t => partyOf(t)?.taxNumber ?? null],
  [['Pedido', 'Order'], t => t.orderId],
  [['Descrição', 'Description'], t => t.orderDescription],
  [['Concluída em', 'Completed at'], t => t.completedAt],
  [['ID Pix (E2E)', 'Pix ID (E2E)'], t => t.endToEndId],
  [['ID da transação', 'Transaction ID'], t => t.id],
]

const signed = ({ operation, paidAmount, amount }: Transaction) =>
  operations[operation].type === 'Credit' ? (paidAmount ?? amount) : -(paidAmount ?? amount)

/** Newest first: where it is cut, what is older is not in it. */
export const transactionsSheet: Sheet<Transaction> = {
  columns,
  cutNote: at => [
    `O arquivo não tem mais lugar e termina em ${at}: exporte períodos menores.`,
    `The file is full and ends at ${at}: export shorter periods.`,
  ],
}
