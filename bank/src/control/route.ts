import type { Bank } from '../open-bank.ts'

export type ControlCall = { params: Record<string, string>; query: URLSearchParams; body: unknown }

export type ControlRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  act(bank: Bank, call: ControlCall): unknown
}
