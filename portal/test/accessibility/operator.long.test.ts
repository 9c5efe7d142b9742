import { checkScreens } from './matrix.ts'
import { operatorStates } from './operator-states.ts'
import { openOperatorWorld } from './operator-world.ts'

checkScreens(operatorStates, await openOperatorWorld())
