import { createHash } from 'node:crypto'
import { cp, glob, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

/**
 * Builds the portal into `dist`, if anything it is made of has changed since. What was built before stays for a while:
 * a tab that was opened before the change still finds its files, and a server that runs meanwhile serves whole versions.
 */
const folder = import.meta.dirname
const dist = join(folder, 'dist')
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'build.ts', 'package.json', '../package-lock.json']
const keepOldFilesMs = 24 * 60 * 60 * 1000

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
  const words = (await Array.fromAsync(glob('../server/src/**/words.ts', { cwd: folder }))).sort()
  for (const source of [...sources, ...words])
    for (const file of await filesOf(join(folder, source))) hash.update(`${file}\0`).update(await readFile(file))
  return hash.digest('hex')
}

/** So that nothing is compressed while somebody waits for it. */
async function compress(file: string): Promise<void> {
  if (!/\.(js|css|svg)$/.test(file)) return
  const content = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

/** The page that names the files comes last: whoever reads it finds them all. */
async function publish(built: string): Promise<void> {
  await mkdir(join(dist, 'assets'), { recursive: true })
  for (const name of await readdir(built))
    if (name !== 'index.html') await cp(join(built, name), join(dist, name), { recursive: true })
  await rename(join(built, 'index.html'), join(dist, 'index.html'))
  const current = new Set(await readdir(join(built, 'assets')))
  for (const name of await readdir(join(dist, 'assets'))) {
    const file = join(dist, 'assets', name)
    if (!current.has(name) && Date.now() - (await stat(file)).mtimeMs > keepOldFilesMs) await rm(file, { force: true })
  }
}

const stamp = join(dist, 'built-from')
const wanted = await hashSources()
const present = await readFile(stamp, 'utf8').catch(() => '')
if (present === wanted) process.stdout.write('portal: unchanged, not built again\n')
else {
  const startedAt = Date.now()
  const built = join(dist, `new-${process.pid}`)
  try {
    await build({
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'warn',
      mode: 'production',
      build: { outDir: built, emptyOutDir: true },
    })
    await Promise.all((await filesOf(built)).map(compress))
    await publish(built)
    await writeFile(stamp, wanted)
  } finally {
    await rm(built, { recursive: true, force: true })
  }
  process.stdout.write(`portal: built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}
