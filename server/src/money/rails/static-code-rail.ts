import type { Micros } from '../../platform/brazil/money.ts'

export interface StaticCodeRail {
  /** The text of a QR code that can be paid many times. Nothing is registered at the bank. */
  makeCode(request: { id: string; amount: Micros | null; receiver: { name: string; city: string } }): string
}
