import { checkScreens } from './matrix.ts'
import { receivingStates } from './receiving-states.ts'
import { openReceivingWorld } from './receiving-world.ts'

checkScreens(receivingStates, await openReceivingWorld())
