import { wrongUsage } from '../command-line/failure.ts'

type Payer = Record<
  'customer' | 'name' | 'document' | 'street' | 'district' | 'city' | 'state' | 'postal-code',
  string | undefined
> & { boleto: boolean }

/** A customer, or the payer as it is typed. */
export function payerOf({ customer, name, document, ...rest }: Payer) {
  if (customer !== undefined) return { customerId: customer }
  if (name === undefined || document === undefined)
    throw wrongUsage('Who is to pay?', 'Add --customer, or --name and --document.')
  const isPerson = document.replaceAll(/[^\dA-Z]/gi, '').length === 11
  return { payer: { name, ...(isPerson ? { cpf: document } : { cnpj: document }), ...addressOf(rest) } }
}

/** All of it, or nothing; a boleto needs it. The district is needed by some banks only. */
function addressOf({
  boleto,
  street,
  district,
  city,
  state,
  'postal-code': postalCode,
}: Omit<Payer, 'customer' | 'name' | 'document'>) {
  const parts = [street, district, city, state, postalCode]
  if (!boleto && parts.every(part => part === undefined)) return {}
  if (street === undefined || city === undefined || state === undefined || postalCode === undefined)
    throw wrongUsage(
      'Where does the payer live?',
      'Add --street, --city, --state and --postal-code, and --district where the bank needs it.',
    )
  return { address: { street, ...(district !== undefined && { district }), city, state, postalCode } }
}
