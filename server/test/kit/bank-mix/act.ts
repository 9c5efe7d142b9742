import type * as fc from 'fast-check'
import type { Beside, Diary } from './diary.ts'

/** A random action: its weight, its input, and how it is performed. */
export type Act<Input = object> = {
  weight: number
  fields: { [Name in keyof Input]: fc.Arbitrary<Input[Name]> }
  /** Refusals by the bank or the server are fine: the books are checked at the end. */
  perform(beside: Beside, diary: Diary, input: Input): Promise<unknown>
}

/** Infers the input of an action from its fields. */
export const act = <Input extends object>(one: Act<Input>): Act<Input> => one
