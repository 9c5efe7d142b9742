import { connectFaults } from './words.ts'

/** What a person must mend before a bank can be connected, in words that say how. */
export class CannotConnect extends Error {}

/** `before` names the field or the file it is about. */
export const cannotConnect = (fault: keyof typeof connectFaults, before?: string): CannotConnect =>
  new CannotConnect(before === undefined ? connectFaults[fault][1] : `${before} ${connectFaults[fault][1]}`)
