import { zip } from '../../src/platform/spreadsheets/zip.ts'

/**
 * A text, a number, a boolean, or a number as written in the file, such as 1E3; `format` is the display format of the cell:
 * a code such as dd/mm/yyyy, or the number of one that every program knows.
 */
type XlsxCell = string | number | boolean | { kept: string; format?: string | number }

/** A minimal Excel file. Rows without cells are omitted, as Excel does. */
export async function xlsxOf(rows: XlsxCell[][], { workbook = '' } = {}): Promise<Buffer> {
  const formats = [...new Set(rows.flat().map(formatOf))]
  const cellXml = (cell: XlsxCell): string => {
    if (typeof cell === 'string') return `<c t="inlineStr"><is><t>${cell}</t></is></c>`
    if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
    return `<c s="${formats.indexOf(formatOf(cell))}"><v>${typeof cell === 'number' ? cell : cell.kept}</v></c>`
  }
  const texts = rows.map((cells, i) =>
    cells.length === 0 ? '' : `<row r="${i + 1}">${cells.map(cellXml).join('')}</row>`,
  )
  const sheet = `<worksheet><sheetData>${texts.join('')}</sheetData></worksheet>`
  const files = { 'xl/workbook.xml': workbook, 'xl/styles.xml': stylesXml(formats), 'xl/worksheets/sheet1.xml': sheet }
  return Buffer.concat(
    await Array.fromAsync(zip(Object.entries(files).map(([name, text]) => ({ name, texts: [text] })))),
  )
}

const formatOf = (cell: XlsxCell): string | number => (typeof cell === 'object' && cell.format) || 0

/** The numbers of custom formats start at 164. */
const stylesXml = (formats: (string | number)[]): string => {
  const codes = formats.map((format, i) => ({ format, id: typeof format === 'number' ? format : 164 + i }))
  const own = codes.map(({ format, id }) =>
    typeof format === 'number' ? '' : `<numFmt numFmtId="${id}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = codes.map(({ id }) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`)
  return `<styleSheet><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="yyyy"/></dxf></dxfs></styleSheet>`
}
