import { Marked, type Token, type Tokens } from 'marked'
import { Html, html } from '../../server/src/platform/http/html.ts'
import type { Language } from './languages.ts'
import { codeBlock, codeTabs } from './highlight.ts'
import { wordsIn } from './texts.ts'

/** Consecutive blocks in these languages become tabs. */
const tabLabels: Record<string, string> = {
  js: 'Node.js',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
}

/** The address of a page of the documentation in a language. */
export const docsLink = (path: string, language: Language, anchor = ''): string =>
  `/docs${path}?lang=${language}${anchor === '' ? '' : `#${anchor}`}`

/** `Verifique em PHP` → `verifique-em-php`. */
const anchorOf = (heading: string): string =>
  heading
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Links within the documentation keep the language; guides may name each other by their files. */
function ownLink(href: string, language: Language): string {
  const guide = /^(?:\.\/)?([\w-]+)\.md(?:#(.*))?$/.exec(href)
  if (guide !== null) return docsLink(`/${guide[1]}`, language, guide[2])
  const page = /^\/docs(\/[\w/-]*)?(?:#(.*))?$/.exec(href)
  return page === null ? href : docsLink(page[1] ?? '', language, page[2])
}

const markedIn = (language: Language) =>
  new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens)
        const id = anchorOf(text)
        return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        return html`<a href="${ownLink(href, language)}">${new Html(this.parser.parseInline(tokens))}</a>`.text
      },
      code: ({ text }) => codeBlock(text).text,
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const rows = token.rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('')
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>`
      },
    },
  })

const renderers = { pt: markedIn('pt'), en: markedIn('en') }

/** A description: one paragraph or more. */
export const blockMarkdown = (text: string, language: Language): Html =>
  new Html(renderers[language].parse(text) as string)

/** One line: code, links, emphasis. */
export const inlineMarkdown = (text: string, language: Language): Html =>
  new Html(renderers[language].parseInline(text) as string)

/** A guide: its title, what can be linked to within it, and its text. */
export function readMarkdown(text: string, language: Language) {
  const renderer = renderers[language]
  const tokens = renderer.lexer(text)
  const sections = sectionsOf(tokens)
  const first = tokens.find(token => token.type === 'paragraph') as Tokens.Paragraph | undefined
  return {
    title: sections[0]?.text ?? '',
    summary: first?.text ?? '',
    sections,
    body: html`${inGroups(tokens).map((group, at) =>
      group.length > 1 ? tabsOf(group, at, language) : new Html(renderer.parser(group)),
    )}`,
  }
}

/** A search result within a guide: its beginning, or a heading with the text below it. */
type Section = { text: string; anchor: string; words: string }

function sectionsOf(tokens: Token[]): Section[] {
  const sections: Section[] = []
  for (const token of tokens) {
    const last = sections.at(-1)
    if (token.type !== 'heading' && last !== undefined) last.words += ` ${token.raw.replaceAll(/\s+/g, ' ').trim()}`
    if (token.type !== 'heading') continue
    const { text, depth } = token as Tokens.Heading
    sections.push({ text: text.replaceAll('`', ''), anchor: depth === 1 ? '' : anchorOf(text), words: '' })
  }
  return sections
}

const languageOf = (token: Token | undefined) =>
  token?.type === 'code' ? ((token as Tokens.Code).lang ?? '').split(/\s/)[0] : undefined

/** Groups consecutive code blocks in different languages. */
function inGroups(tokens: Token[]): Token[][] {
  const groups: Token[][] = []
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const last = groups.at(-1)
    const language = languageOf(token) ?? ''
    const isAnother = last?.every(one => (languageOf(one) ?? '') in tabLabels && languageOf(one) !== language)
    if (language in tabLabels && isAnother === true) last?.push(token)
    else groups.push([token])
  }
  return groups
}

const tabsOf = (group: Token[], at: number, language: Language): Html =>
  codeTabs(
    `code-${at}`,
    wordsIn(language).languagesOfCode,
    group.map(token => ({
      label: tabLabels[languageOf(token) ?? ''] ?? '',
      block: codeBlock((token as Tokens.Code).text),
    })),
  )
