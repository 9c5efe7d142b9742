import { join } from 'node:path'

/** A piece of a build: its modules, and the pieces that must be there before it runs. */
export type Piece = {
  fileName: string
  facadeModuleId: string | null
  moduleIds: string[]
  imports: string[]
}

const source = join(import.meta.dirname, 'src')

/**
 * The files that the portal comes in, and whose code they hold. A module goes into the first file that has a screen which
 * needs it, so that each screen of a row finds all of its code there and in the rows before. What no row names is left
 * to the bundler: it is loaded by itself, when somebody opens it.
 */
const files = [
  { name: 'first', of: [/index\.html$/, /people\/sign-in-screen/] },
  {
    name: 'daily',
    of: [/shell\/(shell|start-screen)\.tsx/, /home\/home-screen/, /transaction-search\/transactions?-screen/],
  },
  { name: 'calendar', of: [/kit\/calendar/] },
  { name: 'merchant', of: [/^(?:(?:tenancy|money|products)\/|operations\/home).*-screen\.tsx$/] },
  { name: 'operator', of: [/operations\/.*-screen/] },
] as const

/** Which file a module goes into, by a build that the bundler has cut up by itself; null: by itself. */
export function fileOfModule(pieces: Piece[]): (moduleId: string) => string | null {
  const byName = new Map(pieces.map(piece => [piece.fileName, piece]))
  const neededBy = (piece: Piece, seen = new Set<Piece>()): Set<Piece> => {
    if (seen.has(piece)) return seen
    seen.add(piece)
    for (const name of piece.imports) {
      const imported = byName.get(name)
      if (imported !== undefined) neededBy(imported, seen)
    }
    return seen
  }

  const fileOf = new Map<string, string>()
  for (const { name, of } of files)
    for (const piece of pieces) {
      const screen = piece.facadeModuleId?.replace(`${source}/`, '') ?? ''
      if (!of.some(pattern => pattern.test(screen))) continue
      for (const { moduleIds } of neededBy(piece)) for (const id of moduleIds) if (!fileOf.has(id)) fileOf.set(id, name)
    }
  return id => fileOf.get(id) ?? null
}
