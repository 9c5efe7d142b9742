/** For who moves a merchant's clock in a sandbox: what it waits for comes nearer, and whoever sends is called. */
export { bringAttemptsForward, callSendersOf } from './trouble-sql.ts'
