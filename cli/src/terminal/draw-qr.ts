/** A QR code in half blocks, two rows of modules a line, dark on light whatever the terminal's colours, with its quiet zone. */
export async function drawQr(text: string, isColoured: boolean): Promise<string> {
  const { default: qrcode } = await import('qrcode')
  const { data, size } = qrcode.create(text, { errorCorrectionLevel: 'L' }).modules
  const isLight = (row: number, column: number) =>
    row < 0 || column < 0 || row >= size || column >= size || data[row * size + column] !== 1
  const lines: string[] = []
  for (let row = -2; row < size + 2; row += 2) {
    let line = ''
    for (let column = -2; column < size + 2; column++)
      line += [' ', '▄', '▀', '█'][(isLight(row, column) ? 2 : 0) + (isLight(row + 1, column) ? 1 : 0)]
    lines.push(isColoured ? `\u001B[97;40m${line}\u001B[0m` : line)
  }
  return lines.join('\n')
}
