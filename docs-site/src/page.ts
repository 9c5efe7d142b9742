import type { Html } from '../../server/src/platform/http/html.ts'
import type { Guide } from './guides.ts'
import type { Language } from './languages.ts'
import type { Place } from './samples/program.ts'
import type { Operation, Spec, Tag } from './spec.ts'
import type { Words } from './texts.ts'

/** `path` is the address below `/docs`. */
export type Page = { path: string; title: string; isWide?: boolean; body: Html }

/** The addresses of the files that all pages share. */
export type Assets = { style: string; script: string; icon: string }

/** What every part of a page is given. */
export type Site = {
  language: Language
  words: Words
  /** Translates a text of openapi.json. */
  say: (text: string) => string
  spec: Spec
  place: Place
  assets: Assets
  guides: Guide[]
  tags: { tag: Tag; operations: Operation[] }[]
}
