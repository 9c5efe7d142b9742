import { ownIspb } from './identifiers.ts'
import type { DirectoryKey, Person } from './records.ts'
import type { Truth } from './truth.ts'

/** The kind of a key is read from its form. Of eleven digits it is a CPF; a phone begins with +55. */
const kinds: { kind: DirectoryKey['kind']; form: RegExp }[] = [
  { kind: 'CPF', form: /^\d{11}$/ },
  { kind: 'CNPJ', form: /^[0-9A-Z]{12}\d{2}$/ },
  { kind: 'TELEFONE', form: /^\+\d{10,15}$/ },
  { kind: 'EMAIL', form: /^[^@\s]+@[^@\s]+$/ },
  { kind: 'EVP', form: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ },
]

export const kindOfKey = (key: string) => kinds.find(({ form }) => key.length <= 77 && form.test(key))?.kind ?? null

export const findKey = ({ book }: Truth, key: string): DirectoryKey | undefined => book.get('keys', key)

/** Whether the key leads to this partner's account. */
export const isKeyOf = (truth: Truth, key: string, partner: string) => findKey(truth, key)?.partner === partner

/** A partner of the dialect of Inter writes phone keys in a path without the plus. */
export const keyOfPath = (text: string) => (/^55\d{10,11}$/.test(text) ? `+${text}` : text)

/** People of other banks who can receive payouts. The CPFs are made up, and valid. */
const others: (Person & { key: string; ispb: string; refuses?: string })[] = [
  { key: '52998224725', name: 'Maria da Silva', taxId: '52998224725', ispb: '60701190' },
  { key: 'joao@mail.test', name: 'João Pereira', taxId: '11144477735', ispb: '00000000' },
  { key: '+5511998765432', name: 'Ana Souza', taxId: '12345678909', ispb: '60746948' },
  {
    key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    name: 'Padaria Aurora Ltda',
    taxId: '11222333000181',
    ispb: '90400888',
  },
  { key: 'fechada@mail.test', name: 'Conta Fechada', taxId: '39053344705', ispb: '00360305', refuses: 'AC07' },
]

const anAccount = { branch: '0001', account: '1234567', accountKind: 'CORRENTE' }

export function seedDirectory({ book }: Truth): void {
  for (const { key, name, taxId, ...rest } of others)
    book.put('keys', key, { key, kind: kindOfKey(key) ?? 'EVP', owner: { name, taxId }, account: anAccount, ...rest })
}

export function addPartnersKey({ book }: Truth, key: string, partner: { name: string; owner: Person }): void {
  const kind = kindOfKey(key) ?? 'EVP'
  book.put('keys', key, { key, kind, owner: partner.owner, ispb: ownIspb, partner: partner.name })
}

/** The first of a partner's keys. */
export function keyOfPartner({ book }: Truth, partner: string): string {
  const own = [...book.all('keys').values()].find(one => one.partner === partner)
  if (own === undefined) throw new Error(`${partner} has no key`)
  return own.key
}
