import {
  type ActRequest,
  type Asking,
  type Definition,
  type Outcome,
  type RequestNeeds,
  requestOperatorAct,
} from './request-act.ts'
import { type OperatorAct, actionRules, rowOf } from './second-person.ts'

export type OperatorActions = ReturnType<typeof openOperatorActions>

/**
 * The actions of operators that another one may have to approve. The routes of a capability define theirs, each once, and
 * call what they get back: it does the action at once or requests it. An approval finds the definition here.
 */
export function openOperatorActions(needs: RequestNeeds) {
  const definitions = new Map<OperatorAct, Definition<unknown, unknown>>()
  return {
    define<Input, Result>(act: OperatorAct, definition: Definition<Input, Result>) {
      if (definitions.has(act)) throw new Error(`${act} is defined twice`)
      definitions.set(act, definition)
      return (asking: Asking, asked: ActRequest<Input>): Promise<Outcome<Result>> =>
        requestOperatorAct(needs, act, definition, asking, asked)
    },
    find: (act: OperatorAct) => definitions.get(act),
    /** For the start, after all routes: an action that nobody has defined could only be done without asking. */
    requireAll() {
      const missing = (Object.keys(actionRules) as OperatorAct[]).filter(
        act => rowOf(act).needs !== 'never' && !definitions.has(act),
      )
      if (missing.length > 0) throw new Error(`nothing asks another operator for ${missing.join(', ')}`)
    },
  }
}
