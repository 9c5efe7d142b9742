import type { FaultCode, Field } from '../../../../server/src/products/payout-batches/written-row.ts'
import { type RowReason, refusalWord } from '../../../../server/src/products/payout-batches/words.ts'
import type { Reason } from '../../../../server/src/platform/http/reasons.ts'
import type { Language } from '../../kit/language.ts'
import { bilingual } from '../../kit/texts.ts'

type Fault = { field: Field; code: string }

const fields = bilingual<Record<Field, string>>({
  name: ['Nome', 'Name'],
  taxNumber: ['CPF ou CNPJ', 'CPF or CNPJ'],
  keyType: ['Tipo de chave', 'Key type'],
  key: ['Chave', 'Key'],
  receiver: ['CNPJ', 'CNPJ'],
  account: ['Conta', 'Account'],
  amount: ['Valor', 'Amount'],
  orderId: ['Pedido', 'Order'],
  description: ['Descrição', 'Description'],
})

/** What is wrong with how a row is written, and what is said shorter beside a field than of a whole row. */
const faults: Record<Exclude<FaultCode, Reason>, Record<Language, string>> &
  Partial<Record<RowReason, Record<Language, string>>> = {
  required: { pt: 'falta', en: 'is missing' },
  tooLong: { pt: 'é longo demais', en: 'is too long' },
  notText: { pt: 'tem caracteres que não podem ser usados', en: 'has characters that cannot be taken' },
  notAnAmount: { pt: 'não é um valor como 1.234,56', en: 'is not an amount such as 1,234.56' },
  repeated: { pt: 'está em mais de uma linha', en: 'stands in several rows' },
  notOfThisKind: { pt: 'não faz parte deste tipo de lote', en: 'is no part of this kind of batch' },
  CounterpartyTaxNumberInvalid: { pt: 'não é válido', en: 'is not valid' },
  PixKeyTypeNotAllowed: {
    pt: 'não é CPF, CNPJ, e-mail, telefone nem aleatória',
    en: 'is not CPF, CNPJ, e-mail, phone or EVP',
  },
  PixKeyInvalid: { pt: 'não combina com o tipo de chave', en: 'does not fit its type' },
  LimitExceeded: { pt: 'passa do limite por pagamento', en: 'is above the limit for one payment' },
  ReceiverNotFound: { pt: 'não é de um favorecido seu', en: 'is of no receiver of yours' },
  ReceiverNotApproved: { pt: 'é de um favorecido que ainda não foi aprovado', en: 'is of a receiver not approved yet' },
  BankAccountNotFound: { pt: 'não é do favorecido', en: "is not the receiver's" },
  BankAccountNotAllowed: {
    pt: 'não pode ser paga, ou há várias: diga qual',
    en: 'cannot be paid, or there are several: say which',
  },
  AmountNotAllowed: { pt: 'tem frações de centavo', en: 'has fractions of a centavo' },
  OrderIdConflict: { pt: 'já foi usado em outro envio', en: 'was used for another payout' },
}

/** `CPF ou CNPJ: não é válido` */
export function faultWords({ field, code }: Fault, language: Language): string {
  const known: Partial<Record<string, Record<Language, string>>> = faults
  return `${fields[language][field]}: ${known[code]?.[language] ?? refusalWords(code, language)}`
}

/** Why a row was refused when its turn came, or would be now. */
export const refusalWords = (reason: string, language: Language): string =>
  refusalWord(reason)[language === 'pt' ? 0 : 1]
