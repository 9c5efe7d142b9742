import { banksStates, openBanksWorld } from './banks-states.ts'
import { checkScreens } from './matrix.ts'

checkScreens(banksStates, await openBanksWorld())
