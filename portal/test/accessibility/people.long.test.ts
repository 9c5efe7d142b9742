import { checkScreens } from './matrix.ts'
import { openPeopleWorld, peopleStates } from './people-states.ts'

checkScreens(peopleStates, await openPeopleWorld())
