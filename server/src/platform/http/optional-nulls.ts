/** The parts of a JSON schema that say which fields are optional. */
type Schema = {
  type?: string | readonly string[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
}

type Drop = (value: unknown) => void

/** Drops optional fields given as null where the schema does not take null. Null: this schema has none. */
export function nullDropper(schema: Schema): Drop | null {
  if (schema.items !== undefined) return listDropper(nullDropper(schema.items))
  const fields = Object.entries(schema.properties ?? {})
  const optional = fields.filter(([name, field]) => !schema.required?.includes(name) && !takesNull(field)).map(nameOf)
  const inner = fields.flatMap(([name, field]) => {
    const drop = nullDropper(field)
    return drop === null ? [] : [[name, drop] as const]
  })
  if (optional.length === 0 && inner.length === 0) return null
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const object = value as Record<string, unknown>
    for (const name of optional) if (object[name] === null) delete object[name]
    for (const [name, drop] of inner) drop(object[name])
  }
}

const listDropper = (drop: Drop | null): Drop | null =>
  drop &&
  (value => {
    if (Array.isArray(value)) for (const item of value) drop(item)
  })

const takesNull = ({ type }: Schema): boolean => type === undefined || type === 'null' || type.includes('null')
const nameOf = ([name]: readonly [string, Schema]): string => name
