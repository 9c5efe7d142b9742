import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compress } from './src/http/static-files/static-file.ts'

/**
 * Writes the script of the API reference into `dist`, compressed, if it is not there yet. Its package carries it as
 * four megabytes of text inside a program: no server need load that.
 */
const folder = join(import.meta.dirname, 'dist/reference')
const own = new URL(import.meta.resolve('@scalar/fastify-api-reference'))
const { version } = JSON.parse(await readFile(new URL('../package.json', own), 'utf8')) as { version: string }
const name = `scalar-${version}.js`

async function readScript(): Promise<Buffer> {
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { statusCode, rawPayload } = await app.inject('/docs/js/scalar.js')
  if (statusCode !== 200) throw new Error(`the script of the API reference was not found: ${statusCode}`)
  return rawPayload
}

const present = await readdir(folder).catch((): string[] => [])
if (!present.includes(name)) {
  await mkdir(folder, { recursive: true })
  const script = await readScript()
  await writeFile(join(folder, `${name}.br`), await compress.br(script))
  await writeFile(join(folder, `${name}.gz`), await compress.gzip(script))
  // The plain one comes last: whoever finds it finds them all.
  await writeFile(join(folder, `${name}.new`), script)
  await rename(join(folder, `${name}.new`), join(folder, name))
  for (const old of present.filter(one => !one.startsWith(name))) await rm(join(folder, old), { force: true })
  process.stdout.write('reference: built\n')
}
