import { checkScreens } from './matrix.ts'
import { openPayingWorld, payingStates } from './paying-states.ts'

checkScreens(payingStates, await openPayingWorld())
