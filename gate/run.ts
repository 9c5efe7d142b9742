import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidenceIn } from './evidence.ts'
import { faultsOf, isPassedOver, quarantine } from './quarantine.ts'
import { type Failure, type Report, failuresOf, readReport } from './read-report.ts'
import { type Step, steps } from './steps.ts'

/*
 * Runs every step, looks a second time at what failed, and says at the end what is wrong and how to repeat it.
 * `node gate/run.ts quick bank` runs only the named steps.
 */

/** `evidence`: what it is evidence of by itself, or null. */
type Found = Failure & { step: Step; evidence: string | null }
type Outcome = { step: Step; seconds: number; report: Report | null; found: Found[]; lastLines: string }

const root = join(import.meta.dirname, '..')
const logs = join(root, '.ci/logs')
/** What servers, databases and pages of failed tests said; see server/test/kit/kept-logs.ts. */
const kept = join(logs, 'failed')
const mostSecondLooks = 2
/** They fit one screen. */
const mostNamed = 9
const isSealed = process.env['TRILHO_SEALED'] === 'yes'
const print = (text: string) => process.stdout.write(`${text}\n`)

/** One for each commit: the same commit is tried alike, every commit otherwise. */
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
const seed = process.env['SEED'] ?? String(Number.parseInt(commit.slice(0, 7), 16))

function run(step: Step, files: string[] = []): Promise<Outcome> {
  const name = [step.name, ...files].join(' ').replaceAll(/[^\w.-]+/g, '-')
  const [log, reportFile] = [join(logs, `${name}.log`), join(logs, `${name}.report`)]
  writeFileSync(reportFile, '')
  const began = performance.now()
  // A file that is named replaces those that the step names itself.
  const words =
    files.length === 0 ? step.command : [...step.command.filter(word => !word.endsWith('.test.ts')), ...files]
  const [command = '', ...args] = words
  const output = openSync(log, 'w')
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      ...step.env,
      CI: 'true',
      SEED: seed,
      TRILHO_GATE_REPORT: reportFile,
      TRILHO_LOGS: kept,
      NO_COLOR: '1',
    },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  return new Promise(resolve => {
    let ending = ''
    const cut = setTimeout(() => {
      ending = `cut after ${step.minutes} minutes`
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, step.minutes * 60_000)
    child.once('error', error => (ending = error.message))
    child.once('close', (code, signal) => {
      clearTimeout(cut)
      if (ending === '' && code !== 0) ending = code === null ? `ended by ${signal}` : `exit status ${code}`
      const report = step.isTests ? readReport(reportFile) : null
      const lastLines = readFileSync(log, 'utf8').split('\n').slice(-25).join('\n').trim()
      const found = failuresOf(report, ending, lastLines).map(failure => ({
        ...failure,
        step,
        evidence: evidenceIn(failure.errors),
      }))
      resolve({ step, seconds: (performance.now() - began) / 1000, report, found, lastLines })
    })
  })
}

/** In namespaces of our own, whatever a step left: the next one begins alone on the machine. */
function endLeftovers() {
  if (!isSealed) return
  const others = readdirSync('/proc').filter(name => /^\d+$/.test(name) && !['1', String(process.pid)].includes(name))
  for (const pid of others)
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  for (const folder of [tmpdir(), '/dev/shm'])
    for (const name of readdirSync(folder))
      if (name.startsWith('trilho-')) rmSync(join(folder, name), { recursive: true })
}

/** The last lines of what was said while it failed. */
function keptOf({ file }: Found): string {
  const names = file === '' ? [] : readdirSync(kept).filter(name => name.startsWith(file.replaceAll('/', '-')))
  const lastOf = (name: string) => readFileSync(join(kept, name), 'utf8').trim().split('\n').slice(-8)
  return names
    .flatMap(name => [`.ci/logs/failed/${name}:`, ...lastOf(name).map(line => `    ${line.slice(0, 300)}`)])
    .join('\n')
}

/** One command that runs it again as it was run here. */
function again({ step, file, title }: Found): string {
  if (file === '') return step.command.join(' ').replace(/ --reporter=\S+/g, '')
  const env = Object.entries(step.env ?? {}).map(([name, value]) => `${name}=${value} `)
  return `SEED=${seed} ${env.join('')}npx vitest run ${file} -t '${title.replaceAll("'", '.')}'`
}

const placeOf = ({ file, line, title, step }: Found) =>
  file === '' ? `${step.name}: ${title}` : `${file}:${line} "${title}"`

/** Files whose failures are no evidence run once more, alone; those that pass then are flaky. */
async function lookAgain(found: Found[]): Promise<{ flaky: Found[]; red: Found[] }> {
  const flaky: Found[] = []
  const red: Found[] = []
  for (const failures of Map.groupBy(found, ({ step, file }) => `${step.name} ${file}`).values()) {
    const [{ step, file }] = failures as [Found]
    print(`gate: a second look at ${file}`)
    const second = await run(step, [file])
    endLeftovers()
    if (second.found.length > 0) {
      red.push(...failures)
      continue
    }
    flaky.push(...failures)
    for (const failure of failures) {
      print(`FLAKY ${placeOf(failure)}\n${failure.errors.join('\n')}\nAlone it passed:\n${second.lastLines}`)
    }
  }
  return { flaky, red }
}

/** Whether a second look could say anything: too many failures are no accident, and evidence stays evidence. */
function deservesSecondLook(found: Found[]): boolean {
  const files = new Set(found.map(({ step, file }) => `${step.name} ${file}`))
  return files.size <= mostSecondLooks && found.every(({ file, evidence }) => file !== '' && evidence === null)
}

rmSync(logs, { recursive: true, force: true })
mkdirSync(kept, { recursive: true })
const chosen = process.argv.slice(2)
const names = steps.flat().map(({ name }) => name)
const unknown = chosen.filter(name => !names.includes(name))
if (unknown.length > 0) throw new Error(`there is no step ${unknown.join(', ')}: ${names.join(', ')}`)
const outcomes: Outcome[] = []
for (const row of steps) {
  // Tests serve what was built.
  const atOnce = row.filter(({ name }) => chosen.length === 0 || chosen.includes(name) || name === 'build')
  if (atOnce.length === 0) continue
  print(`gate: ${atOnce.map(({ name }) => name).join(', ')}`)
  const ended = await Promise.all(atOnce.map(step => run(step)))
  endLeftovers()
  outcomes.push(...ended)
  for (const failure of ended.flatMap(({ found }) => found))
    print(`FAILED ${placeOf(failure)}\n${failure.errors.join('\n')}\n${keptOf(failure)}`)
}

const faults = faultsOf(quarantine, new Date().toISOString().slice(0, 10))
const found = outcomes.flatMap(outcome => outcome.found)
const { passedOver = [], serious = [] } = Object.groupBy(found, failure =>
  isPassedOver(failure, quarantine) ? 'passedOver' : 'serious',
)
const { flaky, red } = deservesSecondLook(serious) ? await lookAgain(serious) : { flaky: [], red: serious }

print('')
const slowest = outcomes.flatMap(({ report }) => report?.files ?? []).toSorted((one, other) => other.ms - one.ms)
print(
  `Slowest files: ${slowest
    .slice(0, 20)
    .map(({ file, ms }) => `${file} ${Math.round(ms / 1000)} s`)
    .join(', ')}`,
)
print(`Seconds: ${outcomes.map(({ step, seconds }) => `${step.name} ${Math.round(seconds)}`).join(', ')}; seed ${seed}`)
for (const failure of passedOver) print(`QUARANTINED ${placeOf(failure)}`)
for (const failure of flaky) print(`FLAKY ${placeOf(failure)}`)
for (const fault of faults) print(`RED ${fault}`)
const evident = ({ evidence }: Found) => Number(evidence !== null)
for (const failure of red.toSorted((one, other) => evident(other) - evident(one)).slice(0, mostNamed)) {
  print(
    `RED ${failure.step.name}: ${placeOf(failure)}${failure.evidence === null ? '' : `, evidence: ${failure.evidence}`}`,
  )
  // A test says it in the first line, a command in the last ones.
  const said = failure.errors[0]?.split('\n') ?? []
  for (const line of failure.file === '' ? said.slice(-3) : said.slice(0, 1)) print(`    ${line.slice(0, 200)}`)
  print(`    ${again(failure)}`)
}
if (red.length > mostNamed) print(`RED ${red.length - mostNamed} more, named above and in .ci/logs`)
const count = (what: 'passed' | 'skipped') => outcomes.reduce((sum, { report }) => sum + (report?.[what] ?? 0), 0)
print(`${count('passed')} passed, ${red.length + faults.length} failed, ${count('skipped')} skipped`)
process.exitCode = red.length + faults.length === 0 ? 0 : 1
