import { html } from '../../platform/http/html.ts'
import { type Language, languages } from '../../platform/http/languages.ts'
import { errorsPage } from './errors-page.ts'
import { type Framed, type Shared, frame } from './frame.ts'
import { readGuides } from './guides.ts'
import { docsLink } from './markdown.ts'
import { referencePage, tagPage } from './reference-page.ts'
import type { Place } from './samples/program.ts'
import { searchEntries } from './search-index.ts'
import { readSpec, slugOf } from './spec.ts'
import { startPage } from './start-page.ts'
import { translator } from './translate.ts'
import { wordsIn } from './texts.ts'

type Given = { document: unknown; place: Place; shared: Shared; heard?: Set<string> }

/** All pages of the documentation, by their addresses under `/docs`, each made when it is asked for. */
export function openSite({ document, place, shared, heard }: Given) {
  const spec = readSpec(document)
  const guides = readGuides()
  const tags = spec.tags.map(tag => ({ tag, operations: spec.operations.filter(one => one.tag === tag.name) }))

  const framedIn = (language: Language): Framed => ({
    language,
    words: wordsIn(language),
    shared,
    guides: guides[language],
    tags,
    say: translator(language, heard),
  })

  function pagesIn(language: Language): Map<string, () => string> {
    const framed = framedIn(language)
    const { words, say } = framed
    const framedAs = (path: string, title: string, body: () => ReturnType<typeof html>, isWide = false) =>
      [path, () => frame(framed, { path, title, isWide, body: body() })] as const
    return new Map([
      framedAs('', words.documentation, () => startPage(framed)),
      framedAs('/reference', words.reference, () => referencePage(framed, place)),
      framedAs('/errors', words.errors, () => errorsPage(framed, spec)),
      ...tags.map(({ tag, operations }) =>
        framedAs(
          `/reference/${slugOf(tag.name)}`,
          say(tag.name),
          () => tagPage(framed, spec, { tag, operations, place }),
          true,
        ),
      ),
      ...framed.guides.map(({ name, title, body }) =>
        framedAs(`/${name}`, title, () => html`<article>${body}</article>`),
      ),
    ])
  }

  const pages = Object.fromEntries(languages.map(language => [language, pagesIn(language)])) as Record<
    Language,
    Map<string, () => string>
  >
  return {
    spec,
    paths: (language: Language) => [...pages[language].keys()],
    page: (path: string, language: Language) => pages[language].get(path)?.() ?? null,
    notFound: (language: Language) => {
      const framed = framedIn(language)
      return frame(framed, { path: '', title: framed.words.notFound, body: notFoundBody(framed) })
    },
    search: (language: Language) => JSON.stringify(searchEntries(framedIn(language), spec)),
  }
}

const notFoundBody = ({ words, language }: Framed) =>
  html`<article><h1>${words.notFound}</h1><p>${words.notFoundHint}</p><p><a href="${docsLink('', language)}">${words.goToStart}</a></p></article>`
