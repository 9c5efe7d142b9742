import type { FaultCode, Field } from '../../../../server/src/products/payout-batches/written-row.ts'
import { type RowReason, refusalWord } from '../../../../server/src/products/payout-batches/words.ts'
import type { Reason } from '../../../../server/src/platform/http/reasons.ts'
import type { Language } from '../../kit/language.ts'

type Fault = { field: Field; code: string }

const fields: Record<Language, Record<Field, string>> = {
  pt: {
    name: 'Nome',
    taxNumber: 'CPF',
    keyType: 'Tipo de chave',
    key: 'Chave',
    receiver: 'CNPJ',
    account: 'Conta',
    amount: 'Valor',
    orderId: 'Pedido',
    description: 'Descrição',
  },
  en: {
    name: 'Name',
    taxNumber: 'CPF',
    keyType: 'Key type',
    key: 'Key',
    receiver: 'CNPJ',
    account: 'Account',
    amount: 'Amount',
    orderId: 'Order',
    description: 'Description',
  },
}

/** What is wrong with how a row is written, and what is said shorter beside a field than of a whole row. */
const faults: Record<Exclude<FaultCode, Reason>, Record<Language, string>> &
  Partial<Record<RowReason, Record<Language, string>>> = {
  required: { pt: 'falta', en: 'is missing' },
  tooLong: { pt: 'é longo demais', en: 'is too long' },
  notText: { pt: 'tem caracteres que não podem ser usados', en: 'has characters that cannot be taken' },
  notAnAmount: { pt: 'não é um valor como 1.234,56', en: 'is not an amount such as 1,234.56' },
  repeated: { pt: 'está em mais de uma linha', en: 'stands in several rows' },
  notOfThisKind: { pt: 'não faz parte deste tipo de lote', en: 'is no part of this kind of batch' },
  CounterpartyTaxNumberInvalid: { pt: 'não é um CPF válido', en: 'is not a valid CPF' },
  PixKeyTypeNotAllowed: { pt: 'não é CPF, e-mail, telefone nem aleatória', en: 'is not CPF, e-mail, phone or EVP' },
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

/** `CPF: não é um CPF válido` */
export function faultWords({ field, code }: Fault, language: Language): string {
  const known: Partial<Record<string, Record<Language, string>>> = faults
  return `${fields[language][field]}: ${known[code]?.[language] ?? refusalWords(code, language)}`
}

/** Why a row was refused when its turn came, or would be now. */
export const refusalWords = (reason: string, language: Language): string =>
  refusalWord(reason)[language === 'pt' ? 0 : 1]
