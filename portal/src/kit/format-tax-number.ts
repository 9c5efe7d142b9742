/** `12345678901` → `123.456.789-01`; what is masked or of another form stays as it is. */
export function formatTaxNumber(number: string): string {
  if (/^[\dA-Z]{12}\d{2}$/.test(number)) return number.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  if (/^\d{11}$/.test(number)) return number.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  return number
}
