/** With their transactions: the archive has them. */
export { deletePostingsOf as purgePostings } from './sql.ts'
