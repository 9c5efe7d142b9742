import type { Colour } from '../terminal/terminal.ts'

/** The same colour wherever a state is printed. */
const colours: Record<string, Colour> = {
  Completed: 'green',
  Success: 'green',
  Created: 'yellow',
  Registered: 'yellow',
  Pending: 'yellow',
  Processing: 'yellow',
  PartiallyRefunded: 'cyan',
  PaidByBoleto: 'cyan',
  Refunded: 'cyan',
  Reversed: 'cyan',
  Error: 'red',
  Failed: 'red',
  RefundFailed: 'red',
}

export const colourOf = (state: string): Colour => colours[state] ?? 'dim'
