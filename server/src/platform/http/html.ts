import { readFileSync } from 'node:fs'

/** Markup that is ready to be sent. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Embedded = string | null | Html | Html[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Whatever is put into the markup and is not markup itself is escaped: nothing has to remember to do it. */
export const html = (parts: TemplateStringsArray, ...values: Embedded[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(embed)))

function embed(value: Embedded): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(embed).join('')
  return value.replace(/[&<>"']/g, character => entities[character] ?? '')
}

/** Line breaks, and marks that turn the reading direction, could make a name look like another line of the page. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()

/** The mark on pages and papers, the same as in the portal. */
export const logo = readFileSync(new URL('icon.svg', import.meta.url), 'utf8')

/** Two rails and their sleepers, in a square of 32 with round corners: for paper, which draws it itself. */
export const logoLines = /<path d="([^"]+)"/.exec(logo)?.[1] ?? ''
