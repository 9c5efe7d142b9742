import type { Difference } from '../../money/bank-orders/differences.ts'
import type { Micros } from '../../platform/brazil/money.ts'

/** What one side of a day came to. */
export type Compared = { count: number; amount: Micros; differences: Difference[]; mended: number }
