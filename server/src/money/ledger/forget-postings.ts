/** With their transactions: the archive has them. */
export { deletePostingsOf as forgetPostings } from './sql.ts'
