/** The names of all fields, whatever their values; a list has the shape of its first item. */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}
