import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** One line of the file that the gate reads: also of a run that was cut, of which it says what was under way. */
export type ReportLine =
  | { type: 'began'; file: string; title: string }
  | {
      type: 'ended'
      file: string
      title: string
      state: 'passed' | 'failed' | 'skipped'
      errors: string[]
      line: number
    }
  /** A file that could not be loaded, or whose `beforeAll` failed. */
  | { type: 'file'; file: string; ms: number; errors: string[] }
  /** The run came to its end; errors belong to no test. */
  | { type: 'run'; errors: string[] }

/** Writes what happens, as it happens, to the file named by TRILHO_GATE_REPORT. */
export default class GateReporter implements Reporter {
  onTestCaseReady(test: TestCase) {
    write({ type: 'began', file: fileOf(test.module), title: test.fullName })
  }

  onTestCaseResult(test: TestCase) {
    const { state, errors = [] } = test.result()
    if (state === 'pending') return
    const file = fileOf(test.module)
    const frame = errors.flatMap(({ stacks = [] }) => stacks).find(one => one.file.endsWith(file))
    const line = frame?.line ?? test.location?.line ?? 0
    write({ type: 'ended', file, title: test.fullName, state, errors: errors.map(wordsOf), line })
  }

  onTestModuleEnd(module: TestModule) {
    const suites = [...module.children.allSuites()].flatMap(suite => suite.errors())
    const errors = [...module.errors(), ...suites].map(wordsOf)
    write({ type: 'file', file: fileOf(module), ms: Math.round(module.diagnostic().duration), errors })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]) {
    write({ type: 'run', errors: errors.map(wordsOf) })
  }
}

const fileOf = (module: TestModule) => module.relativeModuleId

const write = (line: ReportLine) => appendFileSync(process.env['TRILHO_GATE_REPORT'] ?? '', `${JSON.stringify(line)}\n`)

/** The message, and where it came from with the lines of source, which often say what was promised. */
function wordsOf({ message, diff, stacks = [], cause }: SerializedError): string {
  const lines = [message]
  if (typeof diff === 'string') lines.push(diff)
  for (const { file, line } of stacks.slice(0, 4))
    lines.push(`    at ${relative(process.cwd(), file)}:${line}  ${sourceOf(file, line)}`)
  if (cause !== undefined) lines.push(`caused by: ${wordsOf(cause)}`)
  return lines.join('\n')
}

const sourceOf = (file: string, line: number) =>
  existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[line - 1]?.trim() ?? '') : ''
