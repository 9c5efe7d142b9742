import { bodyReader, object } from '../http/read-body.ts'
import type { Call } from '../http/routes.ts'
import type { DueTerms } from '../truth/amount-due.ts'
import { type Day, daysFrom, effectiveDueDay, isDay } from '../truth/calendar.ts'
import { type Centavos, centavosOfNumber } from '../truth/money.ts'
import { Refusal } from '../truth/truth.ts'

export type Body = {
  numeroCliente: number
  numeroContaCorrente: number
  seuNumero: string
  valor: number
  dataVencimento: string
  dataLimitePagamento?: string
  valorAbatimento?: number
  tipoDesconto: number
  tipoMulta: number
  valorMulta?: number
  tipoJurosMora: number
  valorJurosMora?: number
  pagador: { numeroCpfCnpj: string; nome: string } & Record<string, string>
  codigoCadastrarPIX?: number
} & Partial<Record<`data${Ordinal}Desconto` | 'dataMulta' | 'dataJurosMora', string>> &
  Partial<Record<`valor${Ordinal}Desconto`, number>>
type Ordinal = (typeof ordinals)[number]
const ordinals = ['Primeiro', 'Segundo', 'Terceiro'] as const

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const whole = { type: 'integer', minimum: 1 }
const amount = { type: 'number', exclusiveMinimum: 0, maximum: 99_999_999.99 }
const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const discounts = Object.fromEntries(
  ordinals.flatMap(one => [
    [`data${one}Desconto`, day],
    [`valor${one}Desconto`, amount],
  ]),
)
// biome-ignore format: a list is read as one
const required = [
  'numeroCliente', 'codigoModalidade', 'numeroContaCorrente', 'codigoEspecieDocumento', 'dataEmissao', 'seuNumero',
  'identificacaoEmissaoBoleto', 'identificacaoDistribuicaoBoleto', 'valor', 'dataVencimento', 'tipoDesconto', 'tipoMulta',
  'tipoJurosMora', 'numeroParcela', 'pagador',
]
const readBody = bodyReader<Body>(
  'boleto',
  object(required, {
    numeroCliente: whole,
    codigoModalidade: { enum: [1] },
    numeroContaCorrente: whole,
    codigoEspecieDocumento: { enum: ['DM', 'DS', 'FAT', 'ME', 'NF', 'OU', 'RC'] },
    dataEmissao: day,
    seuNumero: text(18),
    identificacaoEmissaoBoleto: { enum: [1, 2] },
    identificacaoDistribuicaoBoleto: { enum: [1, 2] },
    valor: amount,
    dataVencimento: day,
    dataLimitePagamento: day,
    valorAbatimento: amount,
    tipoDesconto: { type: 'integer', minimum: 0, maximum: 6 },
    ...discounts,
    tipoMulta: { enum: [0, 1, 2] },
    dataMulta: day,
    valorMulta: amount,
    tipoJurosMora: { enum: [1, 2, 3] },
    dataJurosMora: day,
    valorJurosMora: amount,
    numeroParcela: { type: 'integer', minimum: 1, maximum: 99 },
    codigoNegativacao: { enum: [2, 3] },
    codigoProtesto: { enum: [1, 2, 3] },
    pagador: object(['numeroCpfCnpj', 'nome', 'endereco', 'bairro', 'cidade', 'cep', 'uf'], {
      numeroCpfCnpj: text(14),
      nome: text(50),
      endereco: text(40),
      bairro: text(30),
      cidade: text(40),
      cep: { type: 'string', pattern: '^\\d{8}$' },
      uf: { type: 'string', pattern: '^[A-Z]{2}$' },
      email: text(254),
    }),
    mensagensInstrucao: { type: 'array', minItems: 1, maxItems: 5, items: text(40) },
    gerarPdf: { type: 'boolean' },
    codigoCadastrarPIX: { enum: [0, 1, 2] },
  }),
)
/** An optional property that is empty is refused, like one that is missing. */
function refuseEmpty(value: unknown): void {
  if (value === null || value === '') throw new Refusal('malformed', 'Propriedades vazias não são aceitas.', 'boleto')
  if (typeof value === 'object') Object.values(value).forEach(one => refuseEmpty(one))
}

/** The body of a registration. */
export function readBoleto(call: Call): Body {
  refuseEmpty(call.body)
  return readBody(call)
}

/** What is owed and when, where it makes sense. */
export function readTerms(body: Body, today: Day): { amount: Centavos; due: DueTerms } {
  const centavos = centavosOfNumber(body.valor)
  if (centavos === null) throw new Refusal('malformed', 'O valor tem mais de duas casas decimais.', 'boleto.valor')
  const { dataVencimento: due, dataLimitePagamento: last = due } = body
  if (!isDay(due) || due < today) throw new Refusal('state', 'Data de vencimento inválida.')
  const isLate = (from: string | undefined) => from !== undefined && from > due && from <= last
  if (body.tipoMulta !== 0 && !(body.valorMulta !== undefined && isLate(body.dataMulta)))
    throw new Refusal('state', 'Data da multa inválida.')
  if (body.tipoJurosMora !== 3 && !(body.valorJurosMora !== undefined && isLate(body.dataJurosMora)))
    throw new Refusal('state', 'Data dos juros de mora inválida.')
  if (body.tipoDesconto !== 0 && (body.dataPrimeiroDesconto ?? '9') > due)
    throw new Refusal('state', 'Data do primeiro desconto inválida.')
  return { amount: centavos, due: termsOf(body, last) }
}

const decimals = (value = 0) => value.toFixed(2)

function termsOf(body: Body, last: string): DueTerms {
  const { dataVencimento: dueDate, tipoDesconto: kind, tipoMulta, tipoJurosMora, valorAbatimento } = body
  const days = ordinals.flatMap(one => {
    const [data, value] = [body[`data${one}Desconto`], body[`valor${one}Desconto`]]
    return data === undefined ? [] : [{ data, valorPerc: decimals(value) }]
  })
  return {
    dueDate,
    payableDays: Math.max(0, daysFrom(effectiveDueDay(dueDate, ''), last)),
    ...(tipoMulta !== 0 && { multa: { modalidade: tipoMulta, valorPerc: decimals(body.valorMulta) } }),
    ...(tipoJurosMora !== 3 && {
      juros: { modalidade: tipoJurosMora === 1 ? 1 : 3, valorPerc: decimals(body.valorJurosMora) },
    }),
    ...(valorAbatimento && { abatimento: { modalidade: 1, valorPerc: decimals(valorAbatimento) } }),
    ...(kind !== 0 && {
      desconto:
        kind < 3
          ? { modalidade: kind, descontoDataFixa: days }
          : { modalidade: kind, valorPerc: decimals(body.valorPrimeiroDesconto) },
    }),
  }
}
