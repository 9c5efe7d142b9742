import { createHash } from 'node:crypto'
import { cp, glob, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Piece, fileOfModule } from './few-files.ts'

/**
 * Builds the portal into `dist`, if anything it is made of has changed since. What was built before stays for a while:
 * a tab that was opened before the change still finds its files, and a server that runs meanwhile serves whole versions.
 */
const folder = import.meta.dirname
const dist = join(folder, 'dist')
const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'build.ts',
  'few-files.ts',
  'package.json',
  '../package-lock.json',
]
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

/** For visitors with a session: the files of the screens that are seen daily are named too, so that nothing waits for them. */
async function writeSignedInPage(built: string): Promise<void> {
  const page = await readFile(join(built, 'index.html'), 'utf8')
  const links = (await readdir(join(built, 'assets')))
    .filter(name => /^daily-.*\.(js|css)$/.test(name))
    .map(name => {
      const href = `/portal/assets/${name}`
      return name.endsWith('.js')
        ? `<link rel="modulepreload" crossorigin href="${href}">`
        : `<link rel="preload" as="style" crossorigin href="${href}">`
    })
  const signedIn = page.replace('<html ', '<html data-signed-in ').replace('</head>', `${links.join('')}</head>`)
  await writeFile(join(built, 'signed-in.html'), signedIn)
}

/** The pages that name the files come last: when a page is read, all its files exist. */
async function publish(built: string): Promise<void> {
  await mkdir(join(dist, 'assets'), { recursive: true })
  for (const name of await readdir(built))
    if (!name.endsWith('.html')) await cp(join(built, name), join(dist, name), { recursive: true })
  for (const name of ['signed-in.html', 'index.html']) await rename(join(built, name), join(dist, name))
  const current = new Set(await readdir(join(built, 'assets')))
  for (const name of await readdir(join(dist, 'assets'))) {
    const file = join(dist, 'assets', name)
    if (!current.has(name) && Date.now() - (await stat(file)).mtimeMs > keepOldFilesMs) await rm(file, { force: true })
  }
}

const piecesOf = (draft: unknown): Piece[] =>
  (draft as { output: (Piece & { type: string })[] }).output.filter(({ type }) => type === 'chunk')

const stamp = join(dist, 'built-from')
const requested = await hashSources()
const present = await readFile(stamp, 'utf8').catch(() => '')
if (present === requested) process.stdout.write('portal: unchanged, not built again\n')
else {
  const startedAt = Date.now()
  const { build } = await import('vite')
  const built = join(dist, `new-${process.pid}`)
  try {
    const common = { configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', mode: 'production' } as const
    // Once to learn which screen needs what, and once more in few files: seventy small ones come slower than three.
    const draft = await build({ ...common, build: { write: false, minify: false, cssMinify: false } })
    const codeSplitting = {
      includeDependenciesRecursively: false,
      groups: [{ name: fileOfModule(piecesOf(draft)), debugName: 'few files' }],
    }
    await build({
      ...common,
      build: { outDir: built, emptyOutDir: true, rolldownOptions: { output: { codeSplitting } } },
    })
    await writeSignedInPage(built)
    await Promise.all((await filesOf(built)).map(compress))
    await publish(built)
    await writeFile(stamp, requested)
  } finally {
    await rm(built, { recursive: true, force: true })
  }
  process.stdout.write(`portal: built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}
