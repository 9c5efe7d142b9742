import { z } from 'zod'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const listFiles = tool({
  name: 'list_files',
  title: 'List files',
  says: 'Files for the accountant that were asked for, newest first, each with its address once it can be downloaded.',
  input: { limit: inputs.limit, cursor: inputs.cursor },
  isIdempotent: true,
  run: async ({ trilho }, query) => {
    const { items, nextCursor } = await trilho.files.list(query)
    return {
      says: `${items.length} files${nextCursor === null ? '' : '; there are more'}.`,
      data: shown({ items, nextCursor }),
    }
  },
})

export const readFile = tool({
  name: 'read_file',
  title: 'Read a file',
  says: 'How far a file is, and the address where anybody who has it can download it; not what is in it.',
  input: { id: inputs.id("The file's id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const file = await trilho.files.read(id)
    return { says: `${file.state}, ${file.progress} %.`, data: shown(file) }
  },
})

export const createFile = tool({
  name: 'create_file',
  title: 'Create a file',
  says: 'Asks for a file for the accountant: a statement, the transactions, or a month as PDF. read_file shows when it is done.',
  input: {
    kind: z
      .enum(['statement', 'transactions', 'monthlyStatement'])
      .describe(
        'transactions as csv or xlsx are those made in the period, as they are now; as ofx they are the statement',
      ),
    format: z.enum(['csv', 'xlsx', 'ofx', 'pdf']).describe('A monthlyStatement is a pdf, the others are lists'),
    firstDay: z.iso.date().describe('The first day, of São Paulo; of a monthlyStatement the first of its month'),
    lastDay: z.iso.date().optional().describe('The last day, included; a monthlyStatement needs none'),
    language: z.enum(['pt', 'en']).optional(),
  },
  isIdempotent: true,
  run: async ({ trilho }, wanted) => {
    const file = await trilho.files.create(wanted)
    return { says: `It is ${file.state}: read_file shows when it can be downloaded.`, data: shown(file) }
  },
})
