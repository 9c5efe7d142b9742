/** With their transactions, which take them along into the archive. */
export { deleteConsentsOf as purgeConsents } from './sql.ts'
