import cluster from 'node:cluster'
import { type Config, readConfig } from './config.ts'
import { type Prepared, countProcesses, prepare } from './edges/processes/prepare.ts'
import { beginLife, oneLine } from './edges/processes/life.ts'
import { followed, runProcesses } from './edges/processes/parent.ts'

const life = beginLife()

/** Most of the program. A parent does not load it; a single process loads it while its database starts. */
const loadServing = () => import('./edges/processes/serve.ts')

/** Prepares the database and serves, in this process or in child processes. */
async function start(config: Config): Promise<void> {
  const count = countProcesses(config)
  const started = Promise.withResolvers<() => Promise<void>>()
  // A single process has no successor, so it drains and exits. A parent replaces its children one by one.
  process.on('SIGHUP', () => void (count === 1 ? life.end(0) : started.promise.then(replaceAll => replaceAll())))
  const [place, serving] = await Promise.all([prepare(config, count, life), count === 1 ? loadServing() : null])
  if (serving !== null) await serving.serve(config, place, life)
  else started.resolve(await runProcesses(config, place, count, life))
  if (!life.isEnding()) process.stdout.write(welcome(config, place, count))
}

async function startAsChild(config: Config): Promise<void> {
  // The parent stops its children. Ctrl-C and a closed terminal reach all processes at once, so a child ignores them.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  // A child also stops when its parent is gone. Without this flag Node exits before the child has drained.
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true
  process.on('disconnect', () => void life.end(0))
  process.on('message', message => message === followed && void life.giveWay())
  const { serve } = await loadServing()
  await serve(config, { databaseUrl: config.DATABASE_URL, port: config.PORT, url: config.PUBLIC_URL }, life)
  process.send?.('ready')
}

const welcome = ({ TRILHO_ENV, TRILHO_DATA }: Config, { url, firstSteps }: Prepared, count: number) => `
Trilho (${TRILHO_ENV}) is ready at ${url}${count === 1 ? '' : `, served by ${count} processes`}
  portal      ${url}/portal
  docs        ${url}/docs
${
  TRILHO_ENV === 'production'
    ? nextOf(firstSteps)
    : `  access      ${TRILHO_DATA}/sandbox.json (keys, and logins for the portal)
  log in      curl -s ${url}/login -H 'content-type: application/json' -d @${TRILHO_DATA}/sandbox.json
`
}
`

const nextOf = (lacks: string[]) => (lacks.length === 0 ? '' : `  next        npm run setup: ${lacks.join('; ')}\n`)

process.on('SIGTERM', () => void life.end(0))
if (cluster.isPrimary) process.on('SIGINT', () => void life.end(0))

try {
  await (cluster.isPrimary ? start : startAsChild)(readConfig())
} catch (error) {
  await life.end(1, oneLine(error))
}
