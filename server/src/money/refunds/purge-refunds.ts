/** With their transactions, which take them along into the archive. */
export { deleteRefundsOf as purgeRefunds } from './sql.ts'
