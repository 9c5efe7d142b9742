import { accountStates, openAccountWorld } from './account-states.ts'
import { checkScreens } from './matrix.ts'

checkScreens(accountStates, await openAccountWorld())
