/** Remembers what a pure function answered, for the newest so many keys: hot paths ask the same again and again. */
export function memo<Value>(compute: (key: string) => Value, most = 1_000): (key: string) => Value {
  const known = new Map<string, Value>()
  return key => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    if (known.size >= most) known.delete(known.keys().next().value as string)
    known.set(key, value)
    return value
  }
}
