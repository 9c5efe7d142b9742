import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { call } from '../../server/test/kit/api-client.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const rules = file('prometheus/trilho-rules.yml')
const cases = file('prometheus/trilho-rules.test.yml')
const read = (path: string) => readFileSync(path, 'utf8')
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

test('every alert fires on what it is for, as Prometheus itself evaluates it', () => {
  const { status, printed } = promtool('test', 'rules', cases)
  expect([status, printed]).toEqual([0, expect.stringContaining('SUCCESS')])
  const alerts = Array.from(read(rules).matchAll(/- alert: (\w+)/g), ([, name]) => name)
  const tried = Array.from(read(cases).matchAll(/alertname: (\w+)/g), ([, name]) => name)
  expect(tried).toEqual(alerts)
})

test('alerts and dashboard use only metrics and labels that the server has', async () => {
  const trilho = await openTrilho()
  const { text } = await call(`${trilho.url}/metrics`)
  const metrics = new Set(Array.from(text.matchAll(/^# HELP (\S+)/gm), ([, name]) => name))
  const used = [rules, file('grafana/trilho.json')].flatMap(path =>
    Array.from(read(path).matchAll(/\b(?:trilho|nodejs|process)_[a-z0-9_]+/g), ([name]) => name),
  )
  expect(used.length).toBeGreaterThan(30)
  const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
  expect(used.filter(name => !metrics.has(name) && !metrics.has(base(name)))).toEqual([])
})
