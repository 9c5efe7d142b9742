import type { Trilho } from '@trilho/sdk'
import type { Access } from '../profiles/access.ts'
import type { Environment } from '../profiles/environment.ts'
import type { Keyboard } from '../terminal/prompt.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** An option without `value` is a flag; `value` is the word help shows for what it takes. */
export type Option = { says: string; value?: string; choices?: readonly string[] }
export type Options = Record<string, Option>

type Argument = { says: string; isOptional?: true; choices?: readonly string[] }
export type Arguments = Record<string, Argument>

type Given<O extends Options> = { [Name in keyof O]: O[Name] extends { value: string } ? string | undefined : boolean }
type Words<A extends Arguments> = {
  [Name in keyof A]: A[Name] extends { isOptional: true } ? string | undefined : string
}

/** What every command is handed beside its own words. */
export type Session = {
  env: Environment
  terminal: Terminal
  /** Where a person or a pipe answers. */
  keyboard: Keyboard
  /** The whole table, for commands about commands. */
  commands: readonly Command[]
  /** The profile named by `--profile`, if any. */
  profileName: string | undefined
  /** Ended by Ctrl-C. */
  signal: AbortSignal
  /** The server and merchant of the profile. Fails when nobody is logged in. */
  access: () => Promise<Access>
  connect: () => Promise<Trilho>
}

type Row<A extends Arguments, O extends Options> = {
  /** As it is typed: `transactions list`. */
  name: string
  says: string
  /** What help says below, where one line is not enough. */
  more?: string
  args: A
  options: O
  examples: string[]
  run: (session: Session, given: { args: Words<A>; options: Given<O> }) => Promise<void>
}

/** A row once its types are forgotten: it is given what its own arguments and options say. */
export type Command = Omit<Row<Arguments, Options>, 'run'> & {
  run: (session: Session, given: GivenWords) => Promise<void>
}

export type Values = Record<string, string | boolean | undefined>
export type GivenWords = { args: Record<string, string | undefined>; options: Values }

/** A row of the table of commands. What `run` is given has the types of its arguments and options. */
export const command = <const A extends Arguments, const O extends Options>(row: Row<A, O>): Command =>
  row as unknown as Command

/** Understood by every command. */
export const globalOptions = {
  profile: { value: 'NAME', says: 'act as this profile; otherwise TRILHO_PROFILE, or the one in use' },
  json: { says: 'print JSON, for scripts' },
  help: { says: 'explain the command' },
} as const satisfies Options
