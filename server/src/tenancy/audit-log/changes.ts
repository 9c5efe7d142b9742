type Fields = Record<string, unknown>

/**
 * For the details of an act: the fields that it changes, each as it was and as it is to be. Give it what people may see:
 * no secret, and documents masked.
 */
export function changesOf<Shown extends Fields>(before: Shown, after: Partial<Shown>) {
  const changed = Object.keys(after).filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const changes = changed.map(name => [name, { was: before[name] ?? null, is: after[name] ?? null }])
  return { changes: Object.fromEntries(changes) as Record<string, { was: unknown; is: unknown }> }
}
