/** Markup that is ready to be written. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Embedded = string | null | Html | Html[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes every value that is not markup itself. */
export const html = (parts: TemplateStringsArray, ...values: Embedded[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(embed)))

function embed(value: Embedded): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(embed).join('')
  return value.replace(/[&<>"']/g, character => entities[character] ?? '')
}
