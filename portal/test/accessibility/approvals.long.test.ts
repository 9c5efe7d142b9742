import { approvalsStates, openApprovalsWorld } from './approvals-states.ts'
import { checkScreens } from './matrix.ts'

checkScreens(approvalsStates, await openApprovalsWorld())
