import type * as fc from 'fast-check'
import type { Beside, Diary } from './diary.ts'

/** Something that can happen: how often, beside the others, with what, and how it is done. */
export type Act<Wanted = object> = {
  weight: number
  fields: { [Name in keyof Wanted]: fc.Arbitrary<Wanted[Name]> }
  /** What a bank or the server refuses is refused: the books are looked at in the end. */
  perform(beside: Beside, diary: Diary, wanted: Wanted): Promise<unknown>
}

/** Infers what an act is done with from its fields. */
export const act = <Wanted extends object>(one: Act<Wanted>): Act<Wanted> => one
