import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `name` is the path below the folder that was read. */
export type SourceFile = { name: string; text: string }

export type Import = { from: string; to: string; isType: boolean }

/** The files of a folder but for its tests, and which of our own files each of them imports. */
export function readSource(url: URL): { files: SourceFile[]; imports: Import[] } {
  const folder = fileURLToPath(url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  const imports = files.flatMap(({ name, text }) =>
    importedBy(text).map(({ path, isType }) => ({
      from: name,
      to: relative(folder, resolve(folder, dirname(name), path)),
      isType,
    })),
  )
  return { files, imports }
}

/** By `import … from` and `export … from` at the top, or by a dynamic `import(…)`. */
const importedBy = (text: string) => [
  ...Array.from(text.matchAll(/^(?:import|export) (type )?[^'"]*?from '(\.[^']+)'/gm), ([, type, path = '']) => ({
    path,
    isType: type !== undefined,
  })),
  ...Array.from(text.matchAll(/\bimport\('(\.[^']+)'\)/g), ([, path = '']) => ({ path, isType: false })),
]
