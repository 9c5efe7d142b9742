type Row = { from: string | null; to: string | null }
type Named<Of, Column extends PropertyKey, Name> = Extract<Of, Record<Column, Name>>

/**
 * What an act of a table of states makes of a thing, and in which states it may happen. An act that the table does not
 * list does not compile; one that leads to several states has no single move, and throws.
 */
export function moveIn<Of extends Row, Column extends keyof Of, const Name extends Of[Column]>(
  table: readonly Of[],
  column: Column,
  name: Name,
): { from: NonNullable<Named<Of, Column, Name>['from']>[]; to: Named<Of, Column, Name>['to'] } {
  type Fits = Named<Of, Column, Name>
  const rows = table.filter((row): row is Fits => row[column] === name)
  const [first]: (Fits | undefined)[] = rows
  if (first === undefined || rows.some(row => row.to !== first.to))
    throw new Error(`${String(name)} leads to no single state`)
  const from = rows.map(row => row.from).filter((state): state is NonNullable<Fits['from']> => state !== null)
  return { from, to: first.to as Fits['to'] }
}
