import type { SourceFile } from './source-files.ts'

/** Functions that count rows without a limit, as `file: function`. */
export const unboundedCountsIn = (files: SourceFile[]): string[] =>
  files.flatMap(({ name, text }) =>
    declarationsIn(text)
      .filter(({ body }) => /\bcount\(\*\)/i.test(body) && !/\blimit\b/i.test(body))
      .map(declaration => `${name}: ${declaration.name}`),
  )

function declarationsIn(text: string): { name: string; body: string }[] {
  const heads = [...text.matchAll(/^(?:export )?(?:const|async function\*?|function\*?) (\w+)/gm)]
  return heads.map((head, i) => ({ name: head[1] ?? '', body: text.slice(head.index, heads[i + 1]?.index) }))
}
