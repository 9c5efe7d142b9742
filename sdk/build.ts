import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Builds the package as others install it, into `sdk/dist` or the folder that is named: JavaScript with declarations, for
 * Node, Deno, Bun and bundlers. In this repository the source itself is imported. `npm publish sdk/dist` publishes it.
 */
const here = import.meta.dirname
const dist = resolve(process.argv[2] ?? join(here, 'dist'))
rmSync(dist, { recursive: true, force: true })
const tsc = join(here, '../node_modules/.bin/tsc')
execFileSync(tsc, ['-p', join(here, 'tsconfig.build.json'), '--outDir', dist], { stdio: 'inherit' })

// The compiler changes the imports of JavaScript, and leaves those of declarations.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const text = readFileSync(join(dist, name), 'utf8')
  writeFileSync(join(dist, name), text.replaceAll(/(from '|import\(")(\.[^'"]+)\.ts(?=['"])/g, '$1$2.js'))
}

const { private: _, ...about } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as Record<string, unknown>
const exports = { '.': { types: './index.d.ts', default: './index.js' } }
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...about, exports, types: './index.d.ts' }, null, 2)}\n`)
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'))
copyFileSync(join(here, '../LICENSE'), join(dist, 'LICENSE'))
