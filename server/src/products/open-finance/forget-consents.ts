/** With their transactions, which take them along into the archive. */
export { deleteConsentsOf as forgetConsents } from './sql.ts'
