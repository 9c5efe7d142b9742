import type { Answer, Resource } from '../http/routes.ts'
import type { Refusal } from '../truth/truth.ts'

/** The standard's errors. Each names its type by an address of the central bank. */
const titles: Record<string, string> = {
  RequisicaoInvalida: 'Requisição inválida.',
  AcessoNegado: 'Acesso negado.',
  NaoEncontrado: 'Entidade não encontrada.',
  ErroInternoDoServidor: 'Erro interno do servidor.',
  CobNaoEncontrado: 'Cobrança não encontrada.',
  CobOperacaoInvalida: 'Cobrança inválida.',
  CobConsultaInvalida: 'Consulta inválida.',
  CobVNaoEncontrada: 'Cobrança com vencimento não encontrada.',
  CobVOperacaoInvalida: 'Cobrança com vencimento inválida.',
  CobVConsultaInvalida: 'Consulta inválida.',
  LoteCobVNaoEncontrado: 'Lote não encontrado.',
  LoteCobVOperacaoInvalida: 'Lote inválido.',
  LoteCobVConsultaInvalida: 'Consulta inválida.',
  CobPayloadNaoEncontrado: 'Cobrança não encontrada.',
  CobPayloadOperacaoInvalida: 'Consulta inválida.',
  PixNaoEncontrado: 'Pix não encontrado.',
  PixConsultaInvalida: 'Consulta inválida.',
  PixDevolucaoNaoEncontrada: 'Devolução não encontrada.',
  PixDevolucaoInvalida: 'Devolução inválida.',
  WebhookNaoEncontrado: 'Webhook não encontrado.',
  WebhookOperacaoInvalida: 'Webhook inválido.',
  WebhookConsultaInvalida: 'Consulta inválida.',
  PayloadLocationNaoEncontrado: 'Location não encontrada.',
  PayloadLocationOperacaoInvalida: 'Location inválida.',
  PayloadLocationConsultaInvalida: 'Consulta inválida.',
  PixEnviadoNaoEncontrado: 'Pix enviado não encontrado.',
}

export type ProblemFields = { detail: string; violacoes?: { razao: string; propriedade: string; valor?: string }[] }

export const problem = (status: number, type: string, fields: ProblemFields): Answer => ({
  status,
  type: 'application/problem+json',
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: titles[type] ?? type, status, ...fields },
})

const typesOf: Record<Resource, { missing: string; wrong: string; query: string }> = {
  Cob: { missing: 'CobNaoEncontrado', wrong: 'CobOperacaoInvalida', query: 'CobConsultaInvalida' },
  CobV: { missing: 'CobVNaoEncontrada', wrong: 'CobVOperacaoInvalida', query: 'CobVConsultaInvalida' },
  LoteCobV: {
    missing: 'LoteCobVNaoEncontrado',
    wrong: 'LoteCobVOperacaoInvalida',
    query: 'LoteCobVConsultaInvalida',
  },
  CobPayload: {
    missing: 'CobPayloadNaoEncontrado',
    wrong: 'CobPayloadOperacaoInvalida',
    query: 'CobPayloadOperacaoInvalida',
  },
  Pix: { missing: 'PixNaoEncontrado', wrong: 'RequisicaoInvalida', query: 'PixConsultaInvalida' },
  PixDevolucao: { missing: 'PixDevolucaoNaoEncontrada', wrong: 'PixDevolucaoInvalida', query: 'PixConsultaInvalida' },
  Webhook: { missing: 'WebhookNaoEncontrado', wrong: 'WebhookOperacaoInvalida', query: 'WebhookConsultaInvalida' },
  PayloadLocation: {
    missing: 'PayloadLocationNaoEncontrado',
    wrong: 'PayloadLocationOperacaoInvalida',
    query: 'PayloadLocationConsultaInvalida',
  },
  payout: { missing: 'NaoEncontrado', wrong: 'RequisicaoInvalida', query: 'RequisicaoInvalida' },
  charge: { missing: 'NaoEncontrado', wrong: 'RequisicaoInvalida', query: 'RequisicaoInvalida' },
  initiation: { missing: 'NaoEncontrado', wrong: 'RequisicaoInvalida', query: 'RequisicaoInvalida' },
  infraction: { missing: 'NaoEncontrado', wrong: 'RequisicaoInvalida', query: 'RequisicaoInvalida' },
  split: { missing: 'NaoEncontrado', wrong: 'RequisicaoInvalida', query: 'RequisicaoInvalida' },
}

export function problemOf(resource: Resource, { why, message, violations }: Refusal): Answer {
  const types = typesOf[resource]
  if (why === 'not found') return problem(404, types.missing, { detail: message })
  if (why === 'pix not found') return problem(404, typesOf.Pix.missing, { detail: message })
  const violacoes = violations.map(({ property, reason, value }) => ({
    razao: reason,
    propriedade: property,
    ...(value === undefined ? {} : { valor: value }),
  }))
  return problem(400, why === 'bad query' ? types.query : types.wrong, {
    detail: message,
    ...(violacoes.length > 0 ? { violacoes } : {}),
  })
}
