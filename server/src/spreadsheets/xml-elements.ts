import { UnreadableSheet } from './unreadable.ts'

type Element = { attributes: string; content: string }

/** Every `<name …>…</name>` and `<name …/>`, whatever prefix the writer uses. Each part of the text is looked at once. */
export function* elements(xml: string, name: string): Generator<Element> {
  const opening = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, 'g')
  const closing = new RegExp(`</(?:\\w+:)?${name}>`, 'g')
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    const end = xml.indexOf('>', opening.lastIndex)
    if (end < 0) throw new UnreadableSheet()
    const isEmpty = xml[end - 1] === '/'
    const attributes = xml.slice(opening.lastIndex, isEmpty ? end - 1 : end)
    closing.lastIndex = end + 1
    const closed = isEmpty ? null : closing.exec(xml)
    if (!isEmpty && closed === null) throw new UnreadableSheet()
    yield { attributes, content: closed === null ? '' : xml.slice(end + 1, closed.index) }
    opening.lastIndex = closed === null ? end + 1 : closing.lastIndex
  }
}

export const contentOf = (xml: string, name: string): string => elements(xml, name).next().value?.content ?? ''

export function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found === null ? null : decoded(found[1] ?? found[2] ?? '')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })
