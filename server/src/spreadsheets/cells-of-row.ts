/** A row of a file, with its number as a spreadsheet shows it. Rows without cells may be left out. */
export type CellsOfRow = { number: number; cells: string[] }

/** Those to the right of them are not read. */
export const mostColumns = 100
