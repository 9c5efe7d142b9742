import { readFileSync } from 'node:fs'
import type { ReportLine } from './reporter.ts'

export type Failure = { file: string; line: number; title: string; errors: string[] }

export type Report = {
  passed: number
  skipped: number
  failures: Failure[]
  /** Tests that had begun and not ended. */
  pending: { file: string; title: string }[]
  files: { file: string; ms: number }[]
  /** Whether the run came to its end. */
  isWhole: boolean
}

export function readReport(path: string): Report {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return summarise(lines.map(line => JSON.parse(line) as ReportLine))
}

export function summarise(lines: ReportLine[]): Report {
  const report: Report = { passed: 0, skipped: 0, failures: [], pending: [], files: [], isWhole: false }
  const pending = new Map<string, { file: string; title: string }>()
  for (const one of lines) {
    if (one.type === 'began') pending.set(`${one.file} ${one.title}`, { file: one.file, title: one.title })
    if (one.type === 'ended') {
      pending.delete(`${one.file} ${one.title}`)
      if (one.state === 'passed') report.passed++
      if (one.state === 'skipped') report.skipped++
      if (one.state === 'failed') report.failures.push(one)
    }
    if (one.type === 'file') {
      report.files.push({ file: one.file, ms: one.ms })
      if (one.errors.length > 0) report.failures.push({ ...one, line: 0, title: 'the file as a whole' })
    }
    if (one.type === 'run') {
      report.isWhole = true
      if (one.errors.length > 0) report.failures.push({ ...one, file: '', line: 0, title: 'an error of no test' })
    }
  }
  report.pending = [...pending.values()]
  return report
}

/**
 * What failed in a step: tests by name, or the step itself. `ending`: how it ended, if not well. One that did not come to its
 * end has failed as a whole, whatever was under way: nobody knows what else would have run.
 */
export function failuresOf(report: Report | null, ending: string, lastLines: string): Failure[] {
  const whole = (title: string): Failure => ({ file: '', line: 0, title, errors: [lastLines] })
  if (report === null) return ending === '' ? [] : [whole(ending)]
  const failures = [...report.failures]
  if (!report.isWhole) {
    for (const { file, title } of report.pending)
      failures.push({ file, line: 0, title, errors: [`was under way: ${ending}`] })
    failures.push(whole(ending === '' ? 'ended without a report' : ending))
  }
  if (failures.length === 0 && ending !== '') failures.push(whole(ending))
  if (failures.length === 0 && report.passed === 0) failures.push(whole('ran no test'))
  return failures
}
