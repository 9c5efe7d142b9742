import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Document, Names } from './emitter/document.ts'
import { emitResources } from './emitter/emit-resources.ts'
import { emitSchemas } from './emitter/emit-schemas.ts'

/** Writes the types and methods of the SDK from `openapi.json`. With `--check`, only says whether they are stale. */
const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as unknown

const document = read('../openapi.json') as Document
const names = read('names.json') as Names
const head = '// Emitted from openapi.json by "npm run sdk": change the routes or names.json instead.\n'
const schemas = emitSchemas(document)
const resources = emitResources(document, names)

const typesIn = (text: string) => Array.from(text.matchAll(/^export type (\w+)/gm), ([, name = '']) => name)
const code = resources.replaceAll(/\/\*\*.*?\*\//gs, '')
const named = typesIn(schemas).filter(name => new RegExp(`\\b${name}\\b`).test(code))
const files = {
  'schemas.ts': `${head}import type { Amount, Moment } from '../values.ts'\n\n${schemas}`,
  'resources.ts': `${head}import { pathOf, queryOf } from '../address.ts'
import type { Call, CallOptions } from '../operation.ts'
import { byCursor, byOffset } from '../pages.ts'
import type { Moment } from '../values.ts'
import type { ${named.join(', ')} } from './schemas.ts'\n\n${resources}`,
}

const root = fileURLToPath(new URL('../', import.meta.url))
const format = (path: string, text: string) =>
  execFileSync(process.execPath, ['tools/run.ts', 'biome', 'format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
  }).toString()

for (const [name, text] of Object.entries(files)) {
  const path = `sdk/src/emitted/${name}`
  const formatted = format(path, text)
  if (!process.argv.includes('--check')) writeFileSync(root + path, formatted)
  else if (readFileSync(root + path, 'utf8') !== formatted) {
    process.stderr.write(`${path} is stale: run "npm run sdk" and commit it\n`)
    process.exitCode = 1
  }
}
