import { bankId, secret } from './identifiers.ts'
import { addPartnersKey } from './key-directory.ts'
import { accountOf, moveMoney, outside } from './move-money.ts'
import type { DialectName, Partner } from './records.ts'
import { Refusal, type Truth } from './truth.ts'

/** The digits that make 12 characters a CNPJ. */
function cnpjOf(base: string): string {
  const digit = (text: string) => {
    const weights = text.length === 12 ? [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] : [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
    const rest = weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const first = base + String(digit(base))
  return first + String(digit(first))
}

type NewPartner = { name: string; dialect: DialectName; fingerprint: string; scopes: string[]; key?: string }

/** A partner begins with one key, an account and some money in it. */
export function addPartner(truth: Truth, { name, dialect, fingerprint, scopes, key }: NewPartner): Partner {
  const { book } = truth
  if (!/^[a-z0-9-]{1,40}$/.test(name)) throw new Refusal('malformed', 'a name is of a-z, 0-9 and -')
  if (book.get('partners', name)) throw new Refusal('used id', `there is a partner ${name} already`)
  return book.change(() => {
    const number = book.all('partners').size + 1
    const partner: Partner = {
      name,
      dialect,
      owner: { name: `Parceiro ${name}`, taxId: cnpjOf(`${20_000_000 + number}0001`) },
      ...newCredentials(),
      fingerprint,
      scopes,
      switches: {},
    }
    book.put('partners', name, partner)
    book.put('names', `certificate ${fingerprint}`, name)
    addPartnersKey(truth, key ?? `pix@${name}.test`, partner)
    const amount = truth.settings().openingBalance
    if (amount > 0) moveMoney(truth, { from: outside, to: accountOf(name), amount, kind: 'opening', reference: name })
    return partner
  })
}

/** New credentials of a partner: those before are refused from now on. */
export function replaceCredentials({ book }: Truth, partner: Partner, fingerprint: string): Partner {
  return book.change(() => {
    const replaced = { ...partner, fingerprint, ...newCredentials() }
    book.put('partners', partner.name, replaced)
    book.remove('names', `certificate ${partner.fingerprint}`)
    book.put('names', `certificate ${fingerprint}`, partner.name)
    return replaced
  })
}

const newCredentials = () => ({
  clientId: `Client_Id_${bankId()}`,
  clientSecret: `Client_Secret_${secret()}`,
  applicationKey: bankId(),
})

/** How the bank numbers a partner's contract for boletos, and its account. */
export const clientNumberOf = ({ owner }: Pick<Partner, 'owner'>) => Number(owner.taxId.slice(0, 8))
export const accountNumberOf = ({ owner }: Pick<Partner, 'owner'>) => Number(`1${owner.taxId.slice(3, 8)}`)

export const partnerOfCertificate = ({ book }: Truth, fingerprint: string): Partner | undefined =>
  book.get('partners', book.get('names', `certificate ${fingerprint}`) ?? '')
