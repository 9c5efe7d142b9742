import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from './words.ts'

export type Place = { file: string; line: number; row: Row }

/** Text that people write. Vectors hold public names as they were released, and the list of words has to name its words. */
const written = /\.(ts|tsx|js|mjs|py|php|go|lua|sql|md|json|yaml|yml|css|html|svg|sh)$|^\.ci\//
const notChecked =
  /package-lock\.json$|(^|\/)vectors\/|^server\/test\/kit\/(words|find-words)\.ts$|^server\/test\/words\.test\.ts$/

/** Every file of the project that words are looked for in, as git lists them: nothing that was installed or built. */
export const writtenFiles = (repository: string) =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(file => written.test(file) && !notChecked.test(file))
    .flatMap(file => {
      try {
        return [{ file, text: readFileSync(join(repository, file), 'utf8') }]
      } catch {
        return [] // Deleted here, and still in git's list.
      }
    })

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Where a row matches: as it is written, in any case for words of a text, as a part of an identifier for code. */
const patternOf = ({ not, scope }: Row): RegExp => {
  const small = escaped(not)
  const large = small.slice(0, 1).toUpperCase() + small.slice(1)
  if (scope === 'name' || scope === 'identifier') return new RegExp(`(?<![\\w-])${small}(?![\\w-])`)
  // camelCase, PascalCase and snake_case: the word begins or ends where the case changes or at an underscore.
  const part = `(?<![A-Za-z])${small}(?![a-z])|(?<=[a-z\\d])${large}(?![a-z])|(?<![A-Za-z])${large}(?![a-z])`
  return new RegExp(part)
}

const isCode = (file: string) => /\.(ts|tsx|js|mjs|sql)$/.test(file)

/** Comments and the text in quotes are left out, line by line: what remains are identifiers. */
const identifiersIn = (text: string): string[] =>
  text
    .replace(/\/\*[^]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)(?:\/\/|-- ).*$/gm, '')
    .split('\n')
    .map(line => line.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''"))

/** Every line with a word of the table, and line 0 for the file's name. A deprecated name stays public, so the line after that mark is skipped. */
export function findWords(files: readonly { file: string; text: string }[], rows: readonly Row[]): Place[] {
  const patterns = rows.map(row => ({ row, pattern: patternOf(row) }))
  return files.flatMap(({ file, text }) => {
    const lines = text.split('\n')
    const identifiers = isCode(file) ? identifiersIn(text) : []
    const inFile = ({ row, pattern }: { row: Row; pattern: RegExp }) =>
      (row.scope === 'code' || row.scope === 'identifier' ? identifiers : lines).flatMap((line, index) =>
        pattern.test(line) && lines[index - 1]?.includes('@deprecated') !== true
          ? [{ file, line: index + 1, row }]
          : [],
      )
    return patterns
      .filter(({ row }) => row.within === undefined || row.within.test(file))
      .flatMap(one => [...(one.pattern.test(file) ? [{ file, line: 0, row: one.row }] : []), ...inFile(one)])
  })
}
