import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { Language, Translated } from '../../platform/http/languages.ts'
import { type Column, type Piece, mostExported, writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import type { ExportedVolume } from './sql.ts'

const columns: Column<ExportedVolume>[] = [
  [['Dia', 'Day'], v => v.day.split('-').toReversed().join('/')],
  [['Lojista', 'Merchant'], v => v.merchantName],
  [['CNPJ', 'CNPJ'], v => maskTaxNumber(v.taxNumber)],
  [['Id do lojista', 'Merchant id'], v => v.merchantId],
  [['Entradas', 'Came in'], v => String(v.inCount)],
  [['Valor que entrou', 'Amount that came in'], v => v.inAmount],
  [['Saídas', 'Went out'], v => String(v.outCount)],
  [['Valor que saiu', 'Amount that went out'], v => v.outAmount],
  [['Tarifas', 'Fees'], v => v.fees],
]

const cutNote = (): Translated => [
  `O arquivo tem no máximo ${mostExported} linhas; solicite um período menor.`,
  `The file holds ${mostExported} rows at most; ask for a shorter period.`,
]

export const volumesSpreadsheet = (pieces: AsyncIterable<Piece<ExportedVolume>>, language: Language) =>
  writeSpreadsheet({ columns, cutNote }, pieces, language)
