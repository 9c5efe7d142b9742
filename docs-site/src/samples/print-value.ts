import { Variable, type Value } from './program.ts'

export type Spelling = {
  key: (name: string) => string
  text: (text: string) => string
  variable: (variable: Variable) => string
  words?: { true: string; false: string; null: string }
  /** No spaces within braces. */
  isTight?: true
}

/** A value as a language writes it: in one line where it fits, else in several. */
export function printValue(value: Value, spelling: Spelling, { width = 64, indent = '' } = {}): string {
  const oneLine = inOneLine(value, spelling)
  if (
    oneLine.length + indent.length <= width ||
    typeof value !== 'object' ||
    value === null ||
    value instanceof Variable
  )
    return oneLine
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map(part => printValue(part, spelling, { width, indent: deeper }))
    : Object.entries(value).map(
        ([key, part]) => `${spelling.key(key)}: ${printValue(part, spelling, { width, indent: deeper })}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.map(part => `${deeper}${part}`).join(',\n')}\n${indent}${close}`
}

function inOneLine(value: Value, spelling: Spelling): string {
  if (value instanceof Variable) return spelling.variable(value)
  if (typeof value === 'string') return spelling.text(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean' || value === null)
    return spelling.words?.[String(value) as 'true' | 'false' | 'null'] ?? String(value)
  if (Array.isArray(value)) return `[${value.map(part => inOneLine(part, spelling)).join(', ')}]`
  const entries = Object.entries(value).map(([key, part]) => `${spelling.key(key)}: ${inOneLine(part, spelling)}`)
  if (entries.length === 0) return '{}'
  return spelling.isTight === true ? `{${entries.join(', ')}}` : `{ ${entries.join(', ')} }`
}
