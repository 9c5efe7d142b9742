/** Nobody can say what the rows of the file are. The message says why, and in which line where it is one. */
export class UnreadableSheet extends Error {
  constructor(why = 'it is neither CSV nor XLSX') {
    super(why)
  }
}
