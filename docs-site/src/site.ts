import { errorsPage } from './errors.ts'
import { frame } from './frame.ts'
import { readGuides } from './guides.ts'
import { html } from '../../server/src/platform/http/html.ts'
import { type Language, languages, translator } from './languages.ts'
import { referencePage, startPage } from './overview.ts'
import type { Assets, Page, Site } from './page.ts'
import { postmanCollection } from './postman.ts'
import type { Place } from './samples/program.ts'
import { searchEntries } from './search-index.ts'
import { readSpec, slugOf } from './spec.ts'
import { tagPage } from './tag-page.ts'
import { wordsIn } from './texts.ts'

/**
 * There is one site for each kind of server: `local` is a sandbox that gives this machine a demo token, `production` has
 * no sandbox endpoints.
 */
export const kinds = ['local', 'sandbox', 'production'] as const
export type Kind = (typeof kinds)[number]

/** The server replaces these two when it sends a file: its own address, and its file with the keys of the sandbox. */
export const placeholders = { url: 'http://trilho.invalid', keysFile: 'TRILHO_KEYS_FILE' }

function placeOf(kind: Kind): Place {
  const isSandbox = kind !== 'production'
  return {
    isSandbox,
    hasDemoKey: kind === 'local',
    url: placeholders.url,
    keysFile: isSandbox ? placeholders.keysFile : 'trilho.json',
    hooksUrl: isSandbox ? `${placeholders.url}/sandbox/hooks` : 'https://example.com/hooks',
  }
}

type Given = { document: unknown; assets: Assets; used?: Set<string> }

/** All files of a site by their names; `used` collects the texts of openapi.json that the pages show. */
export function siteFiles(kind: Kind, { document, assets, used }: Given): Map<string, string> {
  const place = placeOf(kind)
  const spec = readSpec(document, place)
  const tags = spec.tags.map(tag => ({ tag, operations: spec.operations.filter(one => one.tag === tag.name) }))
  const siteIn = (language: Language): Site => ({
    language,
    words: wordsIn(language),
    say: translator(language, used),
    spec,
    place,
    assets,
    guides: readGuides(language),
    tags,
  })
  return new Map([
    ...languages
      .map(siteIn)
      .flatMap(site => [
        ...pagesOf(site).map(page => [`${site.language}/${fileOf(page.path)}`, frame(site, page)] as const),
        [`search.${site.language}.json`, JSON.stringify(searchEntries(site))] as const,
      ]),
    ['postman.json', postmanCollection(spec, place)] as const,
  ])
}

const notFound = '/404'

const fileOf = (path: string) => `${path === '' ? 'index' : path.slice(1)}.html`

const pagesOf = (site: Site): Page[] => [
  { path: '', title: site.words.documentation, body: startPage(site) },
  { path: '/reference', title: site.words.reference, body: referencePage(site) },
  { path: '/errors', title: site.words.errors, body: errorsPage(site) },
  ...site.tags.map(({ tag, operations }) => ({
    path: `/reference/${slugOf(tag.name)}`,
    title: site.say(tag.name),
    isWide: true,
    body: tagPage(site, tag, operations),
  })),
  ...site.guides.map(({ name, title, body }) => ({
    path: `/${name}`,
    title,
    body: html`<article>${body}</article>`,
  })),
  { path: notFound, title: site.words.notFound, body: notFoundBody(site) },
]

const notFoundBody = ({ words, language }: Site) =>
  html`<article><h1>${words.notFound}</h1><p>${words.notFoundHint}</p><p><a href="/docs?lang=${language}">${words.goToStart}</a></p></article>`
