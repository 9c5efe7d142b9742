import { isGenuineCnpj, isGenuineCpf, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Counterparty } from './transaction.ts'

/** Somebody as a request names them: with `cpf` or `cnpj`. */
export type NamedParty = { name?: string | undefined; cpf?: string | undefined; cnpj?: string | undefined }

/** Who is named, with a genuine document in its one spelling. */
export function readCounterparty({ name, cpf, cnpj }: NamedParty): { counterparty: Counterparty; taxNumber: string } {
  const taxNumber = readTaxNumber(cpf ?? cnpj ?? '', cpf === undefined ? isGenuineCnpj : isGenuineCpf)
  const document = cpf === undefined ? { cpf: null, cnpj: taxNumber } : { cpf: taxNumber, cnpj: null }
  return { counterparty: { name: name ?? null, ...document }, taxNumber }
}

/** A genuine document in its one spelling. */
export function readTaxNumber(text: string, isGenuine: (text: string) => boolean): string {
  const taxNumber = normalizeTaxNumber(text)
  if (!isGenuine(taxNumber)) throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${taxNumber}` })
  return taxNumber
}

/** By its form: a CPF has eleven digits, a CNPJ fourteen characters. */
export const documentOf = (taxNumber: string): Pick<Counterparty, 'cpf' | 'cnpj'> =>
  taxNumber.length === 11 ? { cpf: taxNumber, cnpj: null } : { cpf: null, cnpj: taxNumber }

/** As a request names somebody, by the form of a document as people write it. */
export const partyOf = (taxNumber: string): Omit<NamedParty, 'name'> =>
  normalizeTaxNumber(taxNumber).length === 11 ? { cpf: taxNumber } : { cnpj: taxNumber }

/** The document of a named party; null: nobody is named. */
export const taxNumberOf = (counterparty: Counterparty | null): string | null =>
  counterparty?.cpf ?? counterparty?.cnpj ?? null
