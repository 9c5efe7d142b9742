import cluster from 'node:cluster'
import { type Config, readConfig } from './config.ts'
import { countProcesses } from './processes/count.ts'
import { beginLife, oneLine } from './processes/life.ts'
import { runProcesses } from './processes/parent.ts'
import { prepare } from './processes/prepare.ts'
import { serve } from './processes/serve.ts'

const life = beginLife()

/** Prepares the database, and serves: by this process, or by several of which this one is the parent. */
async function start(config: Config): Promise<void> {
  const place = await prepare(config, life)
  const count = countProcesses(config)
  // Nobody is there to take over from a single process: it ends, gently. A parent replaces its children.
  if (count === 1) process.on('SIGHUP', () => void life.end(0))
  await (count === 1 ? serve(config, place, life) : runProcesses(config, place, count, life))
  if (!life.isEnding()) process.stdout.write(welcome(config, place.url, count))
}

async function startAsChild(config: Config): Promise<void> {
  // Its parent tells it when to end, also by being gone; Ctrl-C reaches all at once.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => void life.end(0))
  await serve(config, { databaseUrl: config.DATABASE_URL, port: config.PORT, url: config.PUBLIC_URL }, life)
  process.send?.('ready')
}

const welcome = ({ TRILHO_ENV, TRILHO_DATA }: Config, url: string, count: number) => `
Trilho (${TRILHO_ENV}) is ready at ${url}${count === 1 ? '' : `, served by ${count} processes`}
  portal      ${url}/portal
  docs        ${url}/docs
${
  TRILHO_ENV === 'production'
    ? ''
    : `  access      ${TRILHO_DATA}/sandbox.json (keys, and logins for the portal)
  log in      curl -s ${url}/login -H 'content-type: application/json' -d @${TRILHO_DATA}/sandbox.json
`
}
`

process.on('SIGTERM', () => void life.end(0))
if (cluster.isPrimary) process.on('SIGINT', () => void life.end(0))

try {
  await (cluster.isPrimary ? start : startAsChild)(readConfig())
} catch (error) {
  await life.end(1, oneLine(error))
}
