type Fields = Record<string, unknown>

/** The changed fields of an entry, before and after. Pass only what people may see. */
export function changesOf<Shown extends Fields>(before: Shown, after: Partial<Shown>) {
  const changed = Object.keys(after).filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const changes = changed.map(name => [name, { was: before[name] ?? null, is: after[name] ?? null }])
  return { changes: Object.fromEntries(changes) as Record<string, { was: unknown; is: unknown }> }
}
