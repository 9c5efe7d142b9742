import { UnreadableSheet } from './unreadable.ts'

type Element = { attributes: string; content: string }

/** Every `<name …>…</name>` and `<name …/>`, whatever prefix the writer uses. Each part of the text is looked at once. */
export function* elements(xml: string, name: string): Generator<Element> {
  for (let next = elementFrom(xml, name, 0); next !== null; next = elementFrom(xml, name, next.end)) yield next
}

export const contentOf = (xml: string, name: string): string => elementFrom(xml, name, 0)?.content ?? ''

/** The first that begins at a place or after it, and where it ends. */
function elementFrom(xml: string, name: string, from: number): (Element & { end: number }) | null {
  if (from >= xml.length) return null
  const opened = find(openingOf(name), xml, from)
  if (opened === null) return null
  const tagEnd = xml.indexOf('>', opened.end)
  if (tagEnd < 0) throw new UnreadableSheet()
  if (xml[tagEnd - 1] === '/') return { attributes: xml.slice(opened.end, tagEnd - 1), content: '', end: tagEnd + 1 }
  const closed = find(closingOf(name), xml, tagEnd + 1)
  if (closed === null) throw new UnreadableSheet()
  const content = xml.slice(tagEnd + 1, closed.start)
  return { attributes: xml.slice(opened.end, tagEnd), content, end: closed.end }
}

function find(mark: RegExp, xml: string, from: number): { start: number; end: number } | null {
  mark.lastIndex = from
  const found = mark.exec(xml)
  return found && { start: found.index, end: mark.lastIndex }
}

export function attributeOf(attributes: string, name: string): string | null {
  const found = attributes === '' ? null : attributeNamed(name).exec(attributes)
  return found === null ? null : decoded(found[1] ?? found[2] ?? '')
}

/** A sheet has a million cells: expressions are made once for each name, and not once for each cell. */
const onceFor = (make: (name: string) => RegExp) => {
  const made = new Map<string, RegExp>()
  return (name: string): RegExp => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}
const openingOf = onceFor(name => new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, 'g'))
const closingOf = onceFor(name => new RegExp(`</(?:\\w+:)?${name}>`, 'g'))
const attributeNamed = onceFor(name => new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`))

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
        if (name !== undefined) return entities[name] ?? whole
        const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
      })
    : text
