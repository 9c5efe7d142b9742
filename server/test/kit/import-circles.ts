import type { Import } from './source-files.ts'

/** Every circle of imports, `a.ts → b.ts → a.ts`: for each file on one, the shortest that leads back to it. */
export function circlesIn(imports: Pick<Import, 'from' | 'to'>[]): string[] {
  const importsOf = Map.groupBy(imports, one => one.from)
  const next = (name: string) => (importsOf.get(name) ?? []).map(one => one.to)
  const circles = [...importsOf.keys()].map(start => wayBack(start, next)).filter(way => way !== null)
  return [...new Set(circles.map(written))].toSorted()
}

/** From a file by its imports to itself, all ways at once, one step at a time; null where no way leads back. */
function wayBack(start: string, next: (name: string) => string[]): string[] | null {
  const seen = new Set<string>()
  let ways = [[start]]
  while (ways.length > 0) {
    const longer: string[][] = []
    for (const way of ways)
      for (const name of next(way.at(-1) ?? '')) {
        if (name === start) return way
        if (!seen.has(name)) longer.push([...way, name])
        seen.add(name)
      }
    ways = longer
  }
  return null
}

/** Starts with the first name in the alphabet: a cycle is the same from whichever file it was found. */
function written(circle: string[]): string {
  const at = circle.indexOf(circle.toSorted()[0] ?? '')
  return [...circle.slice(at), ...circle.slice(0, at + 1)].join(' → ')
}
