import { createHmac } from 'node:crypto'
import { maskTaxNumber, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { fold } from '../../products/transaction-search/terms/folded-terms.ts'
import { agree } from '../../money/rails/participant.ts'
import type { How, PersonalTable } from './register.ts'

/** A person as the platform knows them. `documents`: without punctuation. `keys`: e-mails, phones and random Pix keys. */
export type Person = {
  documents: string[]
  keys: string[]
  names: string[]
  /** The account with which they sign in. */
  personIds: string[]
}

export const erased = '***'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Fields = Record<string, Json>

/** What recognises a person in texts: the same patterns for PostgreSQL and for us. Null: there is nothing to look for. */
const identifierPattern = ({ documents, keys }: Person): string | null =>
  anyOf([...documents.flatMap(documentForms).map(escaped), ...keys.map(keyForm)])

/** What a row that may have the person in it has. The id of an account points to it, and stays: it names nobody once it is closed. */
export const rowPattern = (person: Person): string | null =>
  [identifierPattern(person), anyOf(person.personIds), maskedPattern(person)].filter(one => one !== null).join('|') ||
  null

/** As banks and the audit log mask documents: whether it is this person, the name says. */
const maskedPattern = ({ documents, names }: Person): string | null =>
  names.length === 0 ? null : documents.map(document => escaped(maskTaxNumber(document))).join('|') || null

/** Full names only: a single word names too many people. */
export const fullNamePattern = ({ names }: Person): string | null =>
  anyOf(names.filter(name => /\S\s+\S/.test(name.trim())).map(nameForm))

const documentForms = (document: string): string[] => {
  const form = document.length === 11 ? /^(.{3})(.{3})(.{3})(.{2})$/ : /^(.{2})(.{3})(.{3})(.{4})(.{2})$/
  return [document, document.replace(form, document.length === 11 ? '$1.$2.$3-$4' : '$1.$2.$3/$4-$5')]
}

/** As it is, or as a part of a URL. Not the end of a longer e-mail, nor its beginning. */
const keyForm = (key: string): string =>
  [key, encodeURIComponent(key)]
    .map(form => (key.includes('@') ? String.raw`(?<![.+-])${escaped(form)}(?!\.[0-9A-Za-z])` : escaped(form)))
    .join('|')

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Nobody's number begins or ends inside a longer one. */
const anyOf = (forms: string[]): string | null =>
  forms.length === 0 ? null : `(?<![0-9A-Za-z_])(?:${[...new Set(forms)].join('|')})(?![0-9A-Za-z_])`

const accents: Record<string, string> = {
  a: 'aáàâãä',
  e: 'eéèêë',
  i: 'iíìîï',
  o: 'oóòôõö',
  u: 'uúùûü',
  c: 'cç',
  n: 'nñ',
}

/** However it is spelled: with or without accents, in capitals, with several spaces, in a URL. */
const nameForm = (name: string): string =>
  fold(name.trim())
    .split(/\s+/)
    .map(word => Array.from(word, letterForm).join(''))
    .join(String.raw`(?:\s|\+|%20)+`)

const letterForm = (letter: string) =>
  accents[letter] === undefined ? escaped(letter) : `(?:[${accents[letter]}]|%C3%[0-9A-F]{2})`

const matching = (pattern: string | null) => (pattern === null ? null : new RegExp(pattern, 'giu'))

/** Removes a person from stored values. */
export function eraser(person: Person) {
  const identifiers = matching(identifierPattern(person))
  const names = matching(anyOf(person.names.filter(name => name.trim().length > 2).map(nameForm)))
  const isTheirName = (name: unknown) =>
    typeof name === 'string' && person.names.some(one => fold(one).trim() === fold(name).trim())

  const inText = (text: string): string => {
    const without = identifiers === null ? text : text.replaceAll(identifiers, erased)
    return names === null ? without : without.replaceAll(names, erased)
  }

  /** An object with a document and a name: a payer, a recipient, the owner of an account. Banks mask documents. */
  function isThem(value: Fields): boolean {
    const document = ['cpf', 'cnpj', 'taxNumber', 'document', 'documento'].map(key => value[key]).find(isFilled)
    const name = value['name'] ?? value['nome']
    if (!isFilled(document)) return isTheirName(name)
    if (!person.documents.some(one => agree(document, one))) return false
    return !document.includes('*') || isTheirName(name)
  }

  function inJson(value: Json): Json {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(inJson)
    if (value === null || typeof value !== 'object') return value
    if (isThem(value)) return blank(value)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inJson(item)]))
  }

  /** Of the person's own payment, nobody knows what the merchant's own fields say. */
  function inJsonText(text: string, isOfPayment: boolean): string {
    try {
      const value = JSON.parse(text) as Json
      if (!isOfPayment || !isObject(value)) return JSON.stringify(inJson(value))
      const { metadata: _theirs, ...rest } = value
      return JSON.stringify(inJson(rest))
    } catch {
      return inText(text)
    }
  }

  const isAbout = (row: Fields, columns: PersonalTable['columns']): boolean =>
    Object.entries(columns).some(([column, how]) => {
      const value = row[column]
      if (how === 'document') return isFilled(value) && person.documents.includes(normalizeTaxNumber(value))
      if (how === 'theirs') return isFilled(value) && inText(value) !== value
      return column === 'counterparty' && isObject(value) && isThem(value)
    })

  /** The columns of a row that change, with what they become. `isOwn`: the row belongs to the person's account or payment. */
  function erase(
    row: Fields,
    columns: PersonalTable['columns'],
    own: { account: boolean; payment: boolean; onceKey: (key: string) => string },
  ): Fields {
    const isTheirs = isAbout(row, columns)
    const changes: Record<How, (value: Json) => Json> = {
      words: inJson,
      json: value => (typeof value === 'string' ? inJsonText(value, own.payment) : value),
      document: value => (isTheirs ? erased : value),
      theirs: value => (isTheirs && value !== null ? erased : inJson(value)),
      key: value => (typeof value === 'string' && inText(value) !== value ? `erased-${crypto.randomUUID()}` : value),
      once: value => (typeof value === 'string' && inText(value) !== value ? own.onceKey(value) : value),
      staff: value => (person.personIds.length > 0 && (own.account || isTheirName(value)) ? erased : inJson(value)),
      clear: value => (own.account ? erased : own.payment ? null : inJson(value)),
    }
    const entries = Object.entries(columns).map(([column, how]) => [column, changes[how](row[column] ?? null)] as const)
    return Object.fromEntries(entries.filter(([column, value]) => !isSame(value, row[column] ?? null)))
  }

  return {
    inText,
    inJson,
    erase,
    isAbout,
    isTheirName,
    words: () => person.names.flatMap(name => fold(name).split(/[^\p{L}\p{N}]+/u)),
  }
}

export type Eraser = ReturnType<typeof eraser>

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)

/** Banks are no people: which bank it was stays. */
const staysOf = new Set(['bankCode', 'bankIspb', 'bankName', 'accountType', 'by'])

const blank = (value: Fields): Fields =>
  Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      item === null || staysOf.has(key) ? item : key === 'name' || key === 'nome' ? erased : null,
    ]),
  )

/** By what a person is recognised in later requests, without naming them. */
export const personHashes = ({ documents, keys }: Pick<Person, 'documents' | 'keys'>, key: Buffer): string[] =>
  [...documents, ...keys].map(one => createHmac('sha256', key).update(`person ${one}`).digest('base64url'))

const maskKey = (text: string): string =>
  text.includes('@') ? text.replace(/^(.).*(@.*)$/, '$1***$2') : `***${text.slice(-4)}`

/** For the people who decide on a request: enough to recognise whom it is about. */
export const maskPerson = ({ documents, keys }: Pick<Person, 'documents' | 'keys'>): string =>
  [...documents.map(maskTaxNumber), ...keys.map(maskKey)].join(', ')
