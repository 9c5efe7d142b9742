import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { delimiter } from 'node:path'

/*
 * Runs a tool of this folder: `node tools/run.ts biome format .`
 * They check and format, and nothing needs them to start or to test, so that `npm install` does without their 200 MB:
 * they are installed here when the first of them is called for, and again when the lock file has changed.
 */

const folder = import.meta.dirname
const lastChange = (file: string) => statSync(`${folder}/${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0

const run = (command: string, args: string[], env = process.env) => {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env })
  if (error !== undefined) process.stderr.write(`${command}: ${error.message}\n`)
  if (status !== 0) process.exit(status ?? 1)
}

if (lastChange('package-lock.json') > lastChange('node_modules/.package-lock.json')) {
  process.stderr.write('The tools for checking are installed: once, and when they change.\n')
  run('npm', ['install', '--prefix', folder, '--no-save', '--silent'])
}

const [tool = '', ...args] = process.argv.slice(2)
const PATH = `${folder}/node_modules/.bin${delimiter}${process.env['PATH']}`
run(`${folder}/node_modules/.bin/${tool}`, args, { ...process.env, PATH })
