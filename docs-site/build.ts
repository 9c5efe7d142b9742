import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { kinds, siteFiles } from './src/site.ts'

/** Writes the pages of /docs into `dist`, one folder for each kind of server, if anything they are made of has changed. */
const folder = import.meta.dirname
const dist = join(folder, 'dist')
const sharedLook = '../server/src/platform/http'
const sources = [
  'src',
  'assets',
  'build.ts',
  'package.json',
  `${sharedLook}/page.css`,
  `${sharedLook}/html.ts`,
  `${sharedLook}/icon.svg`,
  '../openapi.json',
  '../docs/guides',
  '../sdk/names.json',
]

async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of await filesOf(join(folder, source))) hash.update(`${file}\0`).update(await readFile(file))
  return hash.digest('hex')
}

const read = (path: string) => readFile(join(folder, path), 'utf8')

/** A file that browsers may cache for ever: its name changes with its content. */
function asset(name: string, text: string) {
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { file: `assets/${name.replace(/\.\w+$/, '')}-${tag}${extname(name)}`, text }
}

async function build(into: string): Promise<void> {
  const style = asset('docs.css', `${await read(`${sharedLook}/page.css`)}\n${await read('assets/docs.css')}`)
  const script = asset('docs.js', await read('assets/docs.js'))
  const icon = asset('icon.svg', await read(`${sharedLook}/icon.svg`))
  const addresses = {
    style: `/docs/${style.file}`,
    script: `/docs/${script.file}`,
    icon: `/docs/${icon.file}`,
  }
  const document: unknown = JSON.parse(await read('../openapi.json'))
  for (const kind of kinds) {
    const files = siteFiles(kind, { document, assets: addresses })
    for (const { file, text } of [style, script, icon]) files.set(file, text)
    for (const [name, text] of files) {
      const path = join(into, kind, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
  }
}

const stamp = join(dist, 'built-from')
const current = await hashSources()
const present = await readFile(stamp, 'utf8').catch(() => '')
if (present === current) process.stdout.write('docs: unchanged, not built again\n')
else {
  const startedAt = Date.now()
  const built = join(dist, `new-${process.pid}`)
  try {
    await build(built)
    for (const kind of kinds) {
      await rm(join(dist, kind), { recursive: true, force: true })
      await rename(join(built, kind), join(dist, kind))
    }
    await writeFile(stamp, current)
  } finally {
    await rm(built, { recursive: true, force: true })
  }
  process.stdout.write(`docs: built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}
