/** With their transactions: the archive tells how the last event ended. */
export { deleteUndeliveredOf as purgeUndelivered } from './sql.ts'
