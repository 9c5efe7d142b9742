import { type Html, html } from '../../server/src/platform/http/html.ts'
import { type Translated, inLanguage } from './languages.ts'
import type { Site } from './page.ts'
import { inlineMarkdown } from './markdown.ts'
import type { Parameter, Schema } from './spec.ts'

/** Patterns in words. The build fails for a pattern that is not listed. */
const patterns: Record<string, Translated | null> = {
  '^[^\\x00]*$': null,
  '^[^\\x00]*\\S[^\\x00]*$': ['não só espaços', 'not only spaces'],
  '^[A-Za-z]{2}$': ['duas letras', 'two letters'],
  '^[0-9]{5}-?[0-9]{3}$': ['8 dígitos, com ou sem hífen', '8 digits, with or without a hyphen'],
  '^\\+[1-9][0-9]{7,14}$': ['+ e 8 a 15 dígitos', '+ and 8 to 15 digits'],
  '^[0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-?[0-9]{2}$': ['CPF, com ou sem pontuação', 'CPF, with or without punctuation'],
  '^[0-9A-Za-z]{2}\\.?[0-9A-Za-z]{3}\\.?[0-9A-Za-z]{3}/?[0-9A-Za-z]{4}-?[0-9]{2}$': [
    'CNPJ, com ou sem pontuação',
    'CNPJ, with or without punctuation',
  ],
  '^([0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-?[0-9]{2}|[0-9A-Za-z]{2}\\.?[0-9A-Za-z]{3}\\.?[0-9A-Za-z]{3}/?[0-9A-Za-z]{4}-?[0-9]{2})$':
    ['CPF ou CNPJ, com ou sem pontuação', 'CPF or CNPJ, with or without punctuation'],
  '^[0-9]{1,10}(\\.[0-9]{1,6})?$': [
    'até 10 dígitos e, com ponto, até 6 casas decimais',
    'up to 10 digits and, after a point, up to 6 decimals',
  ],
  '^[0-9]{1,3}(\\.[0-9]{1,2})?$': [
    'até 3 dígitos e, com ponto, até 2 casas decimais',
    'up to 3 digits and, after a point, up to 2 decimals',
  ],
  '^[\\t\\x20-\\x7e]*$': ['só caracteres ASCII', 'ASCII characters only'],
  '^[0-9]{1,18}$': ['só dígitos', 'digits only'],
  '^[0-9]{1,7}$': ['até 7 dígitos', 'up to 7 digits'],
  '^[0-9]{1,4}$': ['até 4 dígitos', 'up to 4 digits'],
  '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$': [
    'de 3 a 63 letras minúsculas, dígitos, pontos e hífens',
    '3 to 63 small letters, digits, dots and hyphens',
  ],
  '^2[0-9]{3}-': ['de 2000 em diante', 'from 2000 on'],
}

const types: Record<string, Translated> = {
  string: ['texto', 'text'],
  integer: ['número inteiro', 'whole number'],
  number: ['número', 'number'],
  boolean: ['true ou false', 'true or false'],
  object: ['objeto', 'object'],
  array: ['lista', 'list'],
  null: ['null', 'null'],
}

const formats: Record<string, Translated> = {
  uuid: ['texto (UUID)', 'text (UUID)'],
  date: ['dia (2026-11-15)', 'day (2026-11-15)'],
  'date-time': ['data e hora (ISO 8601)', 'date and time (ISO 8601)'],
  uri: ['endereço (URL)', 'address (URL)'],
  byte: ['texto (base64)', 'text (base64)'],
  binary: ['arquivo', 'file'],
}

/** Schemas as nested lists of fields. */
export function fieldsIn({ language, words, say, spec }: Site) {
  const inWords = (text: Translated | null = null) => (text === null ? null : inLanguage(text, language))

  /** The schema of a field without null and list around it. */
  function opened(given: Schema): { schema: Schema; isNullable: boolean; isList: boolean } {
    const parts = given.anyOf?.filter(({ type }) => type !== 'null') ?? []
    const isUnion = given.anyOf !== undefined && parts.length === 1
    const schema = spec.schemaOf(isUnion ? { ...parts[0], ...descriptionOf(given) } : given)
    const isNullable = isUnion || (Array.isArray(schema.type) && schema.type.includes('null'))
    if (typeOf(schema) !== 'array' || schema.items === undefined) return { schema, isNullable, isList: false }
    return { schema: { ...spec.schemaOf(schema.items), ...descriptionOf(schema) }, isNullable, isList: true }
  }

  function kindOf(given: Schema): string {
    const { schema, isNullable, isList } = opened(given)
    const kind = inWords(formats[schema.format ?? '']) ?? inWords(types[typeOf(schema)]) ?? ''
    const listed = isList ? `${inWords(types['array'])}: ${kind}` : kind
    return isNullable ? `${listed} ${words.orNull}` : listed
  }

  function limitsOf(schema: Schema): string[] {
    const { minLength = 0, maxLength, minimum, maximum, pattern } = schema
    return [
      pattern === undefined ? null : inWords(patternNamed(pattern)),
      maxLength === undefined ? null : inWords([`até ${maxLength} caracteres`, `up to ${maxLength} characters`]),
      minLength > 1 ? inWords([`pelo menos ${minLength} caracteres`, `at least ${minLength} characters`]) : null,
      maximum === undefined || maximum >= 1e9
        ? null
        : inWords([`de ${minimum} a ${maximum}`, `${minimum} to ${maximum}`]),
    ].filter(limit => limit !== null)
  }

  const values = ({ enum: all, const: only }: Schema): Html | null => {
    if (only !== undefined) return html`<p class="values">${words.always} <code>${only}</code></p>`
    if (all === undefined) return null
    return html`<p class="values">${words.oneOf} ${all.map((value, at) => html`${at === 0 ? '' : ' '}<code>${String(value)}</code>`)}</p>`
  }

  function field(name: string, given: Schema, notes: string[], isRequired: boolean): Html {
    const { schema } = opened(given)
    const { description } = given.description === undefined ? schema : given
    const limits = limitsOf(schema).filter(limit => description === undefined || limit !== say(description))
    const facts = [kindOf(given), ...limits, ...notes].join(' · ')
    // The list of reasons is too long here; it has a page of its own.
    const isReason = (schema.enum?.length ?? 0) > 40
    return html`<li><code class="name">${name}</code> <span class="facts">${facts}${isRequired ? html` · <em>${words.required}</em>` : null}</span>
${description === undefined ? null : html`<p>${inlineMarkdown(say(description), language)}</p>`}${isReason ? null : values(schema)}${fields(given)}</li>`
  }

  /** The fields of an object, or of the objects of a list; null if there are none. */
  function fields(given: Schema): Html | null {
    const { schema } = opened(given)
    const properties = Object.entries(schema.properties ?? {})
    if (properties.length === 0) return null
    return html`<ul class="fields">${properties.map(([name, property]) =>
      field(name, property, [], schema.required?.includes(name) === true),
    )}</ul>`
  }

  const places = { path: words.inPath, query: words.inQuery, header: words.inHeader }
  const parameterList = (all: Parameter[]): Html =>
    html`<ul class="fields">${all.map(({ name, in: place, required = false, description, schema }) =>
      field(name, { ...spec.schemaOf(schema), description }, [places[place]], required),
    )}</ul>`

  return { fields, kindOf, parameterList }
}

function patternNamed(pattern: string): Translated | null {
  const words = patterns[pattern]
  if (words === undefined) throw new Error(`the documentation has no words for the pattern ${pattern}`)
  return words
}

const typeOf = ({ type, properties, const: only, enum: values }: Schema): string => {
  const named = Array.isArray(type) ? type.find(one => one !== 'null') : type
  return named ?? (properties === undefined ? typeof (only ?? values?.[0] ?? '') : 'object')
}

const descriptionOf = ({ description }: Schema) => (description === undefined ? {} : { description })
