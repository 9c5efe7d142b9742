/** One page with a few lines of plain letters. */
export function pdfOf(lines: string[]): string {
  const shown = lines.map(line => `(${line.normalize('NFD').replace(/[^\x20-\x7e]|[()\\]/g, '')}) Tj T*`).join(' ')
  const content = `BT /F1 12 Tf 16 TL 40 780 Td ${shown} ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const body = objects.map((object, i) => `${i + 1} 0 obj${object}endobj\n`).join('')
  return `%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF\n`
}
