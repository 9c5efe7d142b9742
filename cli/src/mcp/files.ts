import { z } from 'zod'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const listFiles = tool({
  name: 'list_files',
  title: 'List files',
  says: 'Files for the accountant, newest first. Each has a download address when it is ready.',
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
  says: 'The progress and the download address of a file, not its content. Anyone who has the address can download the file.',
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
  says: 'Creates a file for the accountant: a statement, the transactions, or a month as PDF. read_file shows when it is ready.',
  input: {
    kind: z
      .enum(['statement', 'transactions', 'monthlyStatement'])
      .describe(
        'transactions as csv or xlsx: those created in the period, in their current state; as ofx: the statement',
      ),
    format: z
      .enum(['csv', 'xlsx', 'ofx', 'pdf'])
      .describe('pdf for a monthlyStatement; csv, xlsx or ofx for the others'),
    firstDay: z.iso.date().describe('First day, in São Paulo time. For a monthlyStatement: the first day of the month'),
    lastDay: z.iso.date().optional().describe('Last day, inclusive. Not needed for a monthlyStatement'),
    language: z.enum(['pt', 'en']).optional(),
  },
  isIdempotent: true,
  run: async ({ trilho }, input) => {
    const file = await trilho.files.create(input)
    return { says: `The file is ${file.state}. read_file shows when you can download it.`, data: shown(file) }
  },
})
