import type { SourceFile } from './source-files.ts'

/** Names of amounts of money, whole or as the end of a longer name: `amount`, `refundedAmount`. */
const wholeNames =
  /^(?:amounts?|available|held|blocked|balances?|charges|fees?|costs?|micros|paid|refunded|original|fixed|in|out)$/
const nameEnds = /(?:Amounts?|Available|Balances?|Charges|Fees?|Costs?|Micros)$/

/** Conversions of a text or a bigint to a float: `Number(x)`, `parseFloat(x)`, `x.map(Number)` and `+x`. */
const intoFloats = [
  /\b(?:Number|(?:Number\.)?parse(?:Float|Int))\(((?:[^()]|\([^()]*\))*)\)/g,
  /([\w.?]+)\.map\((?:Number|(?:Number\.)?parse(?:Float|Int))\)/g,
  /(?:[-*/=(,?:[{&|<>!]|\breturn)\s*\+((?:\w+\??\.)*\w+)/g,
]

/** Where a file converts an amount to a float: a float cannot represent every amount, so it can lose millionths. */
export const floatsOfAmounts = ({ name, text }: SourceFile): string[] =>
  intoFloats.flatMap(pattern =>
    Array.from(text.matchAll(pattern))
      .filter(([, argument = '']) => wordsOf(argument).some(word => wholeNames.test(word) || nameEnds.test(word)))
      .map(([found]) => `${name}: ${found}`),
  )

const wordsOf = (code: string) => Array.from(code.matchAll(/[A-Za-z]\w*/g), ([word]) => word)
