import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../src/platform/db/db.ts'
import { settled } from './measure.ts'
import { formance } from './peers/formance.ts'
import { outpost } from './peers/outpost.ts'
import { changeOf, inTurns, markdownTable, type Pair } from './turns.ts'
import { openWorld } from './world.ts'

const peers = { formance, outpost }
const answerWithinMs = 600_000

/**
 * `npm run bench -- --beside formance=http://127.0.0.1:3068`: prints on which PostgreSQL to start the peer, waits until
 * it responds, and alternates between it and Trilho. Prints how many times as fast Trilho is: the middle half of the pairs.
 */
export async function compareBeside(peerAndUrl: string, only: string, turns: number): Promise<string> {
  const [, name = '', url = ''] = /^(\w+)=(https?:.*?)\/?$/.exec(peerAndUrl) ?? []
  const peer = peers[name as keyof typeof peers]
  if (peer === undefined) throw new Error(`--beside takes ${Object.keys(peers).join(' or ')}=<its address>`)
  // Enough connections for both.
  const world = await openWorld({ postgres: { max_connections: '200' } })
  try {
    const settings = peer.settings(await makeDatabase(world.databaseUrl, name))
    const spelled = Object.entries(settings).map(([key, value]) => `${key}='${value}'`)
    process.stdout.write(`start ${name} with\n${spelled.join(' ')}\n`)
    await untilAnswers(url)
    const rows: string[][] = []
    for (const [scenario, sides] of Object.entries(await peer.scenarios(world, url)))
      if (scenario.includes(only))
        rows.push([scenario, ...changeOf(await takeTurns(scenario, sides, turns), of => of.rate)])
    return markdownTable(['scenario', `a second: ${name} → Trilho`, 'ratio'], rows)
  } finally {
    await world.close()
  }
}

async function makeDatabase(databaseUrl: string, name: string): Promise<string> {
  const admin = openDatabase(databaseUrl, { connections: 1 })
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  url.search = 'sslmode=disable'
  return url.href
}

async function untilAnswers(url: string) {
  for (const deadline = Date.now() + answerWithinMs; Date.now() < deadline; await delay(500))
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
  throw new Error(`nothing answers at ${url}`)
}

/** Background work of a turn (logs, attempts) finishes before the next turn starts. */
const takeTurns = (name: string, [first, second]: Pair<() => Promise<{ rate: number }>>, turns: number) =>
  inTurns(name, [() => settled().then(first), () => settled().then(second)], turns)
