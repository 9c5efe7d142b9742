import type { TSchema } from 'typebox'

/**
 * Compiles a schema when it is first needed, and schemas that say the same once: of hundreds a process uses few, and its
 * start waits for none.
 */
export function compiledOnce<Compiled>(compile: (schema: TSchema) => Compiled): (schema: TSchema) => () => Compiled {
  const known = new Map<string, Compiled>()
  return schema => {
    let compiled: Compiled | undefined
    return () => {
      if (compiled !== undefined) return compiled
      const text = JSON.stringify(schema)
      compiled = known.get(text) ?? compile(schema)
      known.set(text, compiled)
      return compiled
    }
  }
}
