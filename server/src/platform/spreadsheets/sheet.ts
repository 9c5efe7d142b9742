/** A row with its number as a spreadsheet shows it. `spansLines`: a quoted cell goes on in the next line. */
export type CellsOfRow = { number: number; cells: string[]; spansLines: boolean }

/** Those to the right of them are not read. */
export const mostColumns = 100

/** Nobody can say what the rows of the file are. The message says why, and in which line where it is one. */
export class UnreadableSheet extends Error {
  constructor(why = 'the file is neither CSV nor XLSX') {
    super(why)
  }
}
