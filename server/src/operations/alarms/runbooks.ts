import { readFileSync } from 'node:fs'
import { type Language, languages } from '../../platform/http/languages.ts'
import type { RuleName } from './rules.ts'

/** What to do about an alarm: what it means, and the steps in their order. */
export type Runbook = { meaning: string; steps: string[] }

const folder = new URL('../../../../docs/runbooks/', import.meta.url)

/** The parts of docs/runbooks, by language and rule: the portal shows the same text that one reads there. */
const runbooks = Object.fromEntries(
  languages.map(language => [language, partsOf(readFileSync(new URL(`${language}.md`, folder), 'utf8'))]),
) as Record<Language, Map<string, Runbook>>

export function runbookOf(rule: RuleName, language: Language): Runbook {
  const runbook = runbooks[language].get(rule)
  if (runbook === undefined) throw new Error(`docs/runbooks/${language}.md has no part ${rule}`)
  return runbook
}

/** A part begins with the rule in its heading: `## Title (rule)`. Then come a paragraph and numbered steps. */
function partsOf(text: string): Map<string, Runbook> {
  const parts = text.split(/^## .*\((\w+)\)$/m).slice(1)
  return new Map(
    parts.flatMap((rule, index) => {
      const body = parts[index + 1]
      return index % 2 === 0 && body !== undefined ? [[rule, runbookIn(body)] as const] : []
    }),
  )
}

function runbookIn(body: string): Runbook {
  const [meaning = '', ...steps] = body.trim().split(/^\d+\. /m)
  const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ')
  return { meaning: oneLine(meaning), steps: steps.map(oneLine) }
}
