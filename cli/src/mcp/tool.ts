import type { Trilho } from '@trilho/sdk'
import type { z } from 'zod'
import type { Access } from '../profiles/access.ts'
import type { ServerFacts } from './server-facts.ts'

export type Needs = { trilho: Trilho; access: Access; server: ServerFacts }

/** What a tool answers: a line for a person, and everything for a program. */
export type ToolResult = { says: string; data: Record<string, unknown> }

type Shape = Record<string, z.ZodType>

type Row<Input extends Shape> = {
  name: string
  title: string
  /** What it does and when to use it, for the assistant. */
  says: string
  input: Input
  /** Whether calling it twice with the same words does no more than calling it once. */
  isIdempotent: boolean
  run: (needs: Needs, given: z.infer<z.ZodObject<Input>>) => Promise<ToolResult>
}

/** A row once its types are forgotten: it is given what its own input says. */
export type Tool = Omit<Row<Shape>, 'run'> & {
  run: (needs: Needs, given: Record<string, unknown>) => Promise<ToolResult>
}

export const tool = <Input extends Shape>(row: Row<Input>): Tool => row as unknown as Tool
