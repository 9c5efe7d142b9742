import type { Language } from '../kit/language.ts'

type Fault = { field: string; code: string; message: string }

const fields: Record<Language, Record<string, string>> = {
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

/** What is wrong with a field of a row, by code; others are reasons that a single payment is refused for, too. */
const faults: Record<string, Record<Language, string>> = {
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
export function faultWords({ field, code, message }: Fault, language: Language): string {
  const said = faults[code]?.[language] ?? message
  return `${fields[language][field] ?? field}: ${said}`
}

/** Why a row was refused when its turn came, or would be now. */
const refusals: Record<string, Record<Language, string>> = {
  InsufficientBalance: { pt: 'O saldo não cobre valor e tarifa', en: 'The balance does not cover amount and charges' },
  LimitExceeded: { pt: 'Passa do limite por pagamento ou por dia', en: 'Above the limit for a payment or a day' },
  PixKeyNotFound: { pt: 'Nenhuma conta tem esta chave Pix', en: 'No account has this Pix key' },
  PixKeyOwnerMismatch: { pt: 'A chave Pix é de outra pessoa', en: 'The Pix key is somebody else’s' },
  CounterpartyTaxNumberInvalid: { pt: 'O CPF não é aceito pelos bancos', en: 'Banks do not take this CPF' },
  CounterpartyServiceError: { pt: 'O CPF foi recusado', en: 'The CPF was refused' },
  ReceiverNotApproved: { pt: 'O favorecido não está mais aprovado', en: 'The receiver is not approved any more' },
  BankAccountNotAllowed: { pt: 'A conta não está mais aprovada', en: 'The account is not approved any more' },
  OrderIdConflict: { pt: 'O pedido já foi usado em outro envio', en: 'The order was used for another payout' },
}

export const refusalWords = (reason: string, language: Language): string => refusals[reason]?.[language] ?? reason
