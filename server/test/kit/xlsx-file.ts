import { zip } from '../../src/spreadsheets/zip.ts'

/** A text, a number, or a number in the very spelling of the file, such as 1E3. */
type XlsxCell = string | number | { kept: string }

/** An Excel file, as small as can be. Rows without cells are left out of it, as Excel does. */
export async function xlsxOf(rows: XlsxCell[][]): Promise<Buffer> {
  const texts = rows.map((cells, i) =>
    cells.length === 0 ? '' : `<row r="${i + 1}">${cells.map(cellXml).join('')}</row>`,
  )
  const sheet = `<worksheet><sheetData>${texts.join('')}</sheetData></worksheet>`
  return Buffer.concat(await Array.fromAsync(zip([{ name: 'xl/worksheets/sheet1.xml', texts: [sheet] }])))
}

const cellXml = (cell: XlsxCell): string =>
  typeof cell === 'string'
    ? `<c t="inlineStr"><is><t>${cell}</t></is></c>`
    : `<c><v>${typeof cell === 'number' ? cell : cell.kept}</v></c>`
