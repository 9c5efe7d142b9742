import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that users never see, and the word to use instead: one word for one thing. */
const forbidden = [
  { wrong: /\b(?:a|da|na|pela|à) trilho\b/i, instead: 'o Trilho' },
  { wrong: /\bPIX\b(?!: \[)/, instead: 'Pix' },
  { wrong: /\bretid[oa]s?\b/i, instead: 'reservado' },
  // A withdrawal goes from the own balance to the own account; money to others is sent.
  { wrong: /\bsaques? pix\b|\bcobranças e saques\b/i, instead: 'envio' },
  { wrong: /\brecibos?\b/i, instead: 'comprovante' },
  // Distinguished from the English "QR code" by the words beside it.
  {
    wrong: /\b(?:[adn]?o|O|[Uu]m|[Ee]ste|[Ss]em|[Cc]om) QR code\b|\bQR code d[eao]\b|\b[Cc]ódigos? QR\b/,
    instead: 'QR Code',
  },
]

/** Files with Portuguese texts: screens, pages, mails, documents, guides and the reference. */
const shownTo = [
  'portal/src/**/*{texts,words}.ts',
  'server/src/**/*{texts,words,mails}.ts',
  'docs-site/src/{portuguese,errors}.json',
  'docs/guides/pt/*.md',
]

/** The texts of a file that users read: without code of guides, and without the English that the reference is translated from. */
const readBy = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  const prose = file.endsWith('.md') ? text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '') : text
  return prose.split('\n').map(line => (file.endsWith('.json') ? line.replace(/^\s*"(?:[^"\\]|\\.)*":/, '') : line))
}

test('one word for one thing in Portuguese: o Trilho, Pix, reservado, envio, comprovante, QR Code', () => {
  const files = globSync(shownTo)
  expect(files.length).toBeGreaterThan(40)
  const found = files.flatMap(file =>
    readBy(file).flatMap(line =>
      forbidden.filter(({ wrong }) => wrong.test(line)).map(({ instead }) => `${file}: ${instead}, not ${line.trim()}`),
    ),
  )
  expect(found).toEqual([])
})
