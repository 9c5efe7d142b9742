const micros = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(6, '0'))
  return amount.startsWith('-') ? -value : value
}

/** Amounts with six decimals, added as whole millionths: no floats. */
export function addAmounts(...amounts: string[]): string {
  const sum = amounts.reduce((total, amount) => total + micros(amount), 0n)
  const digits = (sum < 0n ? -sum : sum).toString().padStart(7, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
