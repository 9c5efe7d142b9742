import { causeAnchor, causes } from './errors.ts'
import type { Site } from './page.ts'
import { docsLink } from './markdown.ts'
import { type Operation, type Schema, firstContent, slugOf } from './spec.ts'

/** A search result: its kind, title and address, and the text that is searched besides the title. */
type Entry = [kind: string, title: string, address: string, text: string]

/** The script reads this index at the first search. */
export function searchEntries({ language, words, guides, say, spec }: Site): Entry[] {
  const placeOf = ({ tag, id }: Operation) => docsLink(`/reference/${slugOf(tag)}`, language, id)
  return [
    ...guides.flatMap(({ name, title, sections }) =>
      sections.map(
        ({ text, anchor, words: within }): Entry => [
          words.kindGuide,
          anchor === '' ? title : `${title} › ${text}`,
          docsLink(`/${name}`, language, anchor),
          within,
        ],
      ),
    ),
    ...spec.operations.map(
      (one): Entry => [
        words.kindOperation,
        say(one.summary),
        placeOf(one),
        `${one.id} ${one.method} ${one.path} ${say(one.description)}`,
      ],
    ),
    ...spec.events.map((one): Entry => [words.kindEvent, one.id, placeOf(one), say(one.summary)]),
    ...spec.reasons.map(
      ({ reason, status, meaning }): Entry => [
        words.kindReason,
        reason,
        docsLink('/errors', language, reason),
        `${status} ${say(meaning)}`,
      ],
    ),
    ...Object.entries(causes).map(
      ([cause, meaning]): Entry => [
        words.kindReason,
        cause,
        docsLink('/errors', language, causeAnchor(cause)),
        `stateErrorCause ${say(meaning)}`,
      ],
    ),
    ...fieldEntries(),
  ]

  /** Each field once a page, where it occurs first. */
  function fieldEntries(): Entry[] {
    const found = new Map<string, Entry>()
    const add = (one: Operation, name: string, description = '') => {
      const entry: Entry = [words.kindField, name, placeOf(one), description === '' ? '' : say(description)]
      const key = `${slugOf(one.tag)} ${name}`
      if (!found.has(key)) found.set(key, entry)
    }
    const walk = (one: Operation, given: Schema, at: string): void => {
      const inner = spec.schemaOf(given.anyOf?.find(({ type }) => type !== 'null') ?? given)
      const schema = inner.items === undefined ? inner : spec.schemaOf(inner.items)
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const path = at === '' ? name : `${at}.${name}`
        add(one, path, property.description ?? spec.schemaOf(property).description)
        walk(one, property, path)
      }
    }
    for (const one of [...spec.operations, ...spec.events]) {
      for (const { name, description } of one.parameters) add(one, name, description)
      for (const { schema } of [firstContent(one.body?.content ?? {})].filter(body => body !== null))
        walk(one, schema, '')
    }
    return [...found.values()]
  }
}
