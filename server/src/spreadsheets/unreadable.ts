/** The file is neither CSV nor XLSX, or is larger than is read. */
export class UnreadableSheet extends Error {}
