import type { Answer, Resource } from '../http/routes.ts'
import { problemOf } from '../standard/problems.ts'
import type { Refusal, RefusalCause } from '../truth/truth.ts'

type Named = [status: number, nome: string]

/** The bank's own names for what it refuses; some differ by what they are about. */
const names: Record<RefusalCause, Named | Partial<Record<Resource, Named>>> = {
  'not found': {
    Cob: [400, 'cobranca_nao_encontrada'],
    PixDevolucao: [400, 'devolucao_nao_encontrada'],
    Webhook: [404, 'webhook_nao_encontrado'],
    PayloadLocation: [404, 'location_nao_encontrado'],
    initiation: [404, 'pagamento_nao_encontrado'],
    infraction: [404, 'infracao_nao_encontrada'],
    split: [404, 'split_nao_encontrado'],
  },
  'pix not found': [400, 'pix_nao_encontrado'],
  malformed: [400, 'json_invalido'],
  'bad query': [400, 'valor_invalido'],
  'foreign key': [400, 'chave_invalida'],
  'unknown key': [404, 'chave_favorecido_nao_encontrada'],
  'wrong owner': [400, 'chave_nao_pertence_ao_documento'],
  'foreign bank': [422, 'codigo_banco_nao_permitido'],
  'unknown institution': [422, 'participante_nao_encontrado'],
  'no webhook': [400, 'webhook_nao_cadastrado'],
  'webhook refused': [400, 'webhook_invalido'],
  'not active': [400, 'status_cobranca_invalido'],
  expired: [400, 'status_cobranca_invalido'],
  location: [400, 'location_invalido'],
  'used id': {
    Cob: [409, 'txid_duplicado'],
    PixDevolucao: [409, 'devolucao_id_duplicado'],
    payout: [409, 'id_envio_duplicado'],
    initiation: [409, 'conflito_chave_idempotencia'],
    infraction: [409, 'defesa_ja_enviada'],
    split: [409, 'split_txid_duplicado'],
  },
  'too much': {
    initiation: [400, 'saldo_devolucao_insuficiente'],
    PixDevolucao: [400, 'valor_invalido'],
    split: [400, 'valor_invalido'],
  },
  'too late': [400, 'prazo_devolucao_excedido'],
  state: {
    payout: [400, 'operacao_invalida'],
    initiation: [400, 'status_pagamento_invalido_para_devolucao'],
    infraction: [400, 'operacao_invalida'],
  },
}

/** Charges with a due date and payloads are newer: they speak as the standard does. */
const asInStandard = new Set<Resource>(['CobV', 'LoteCobV', 'CobPayload'])

export function efiError(resource: Resource, refusal: Refusal): Answer {
  if (asInStandard.has(resource)) return problemOf(resource, refusal)
  const row = names[refusal.why]
  const named = Array.isArray(row) ? row : row[resource]
  if (!named) return problemOf(resource, refusal)
  const [status, nome] = named
  const erros = refusal.violations.map(({ property, reason }) => ({
    chave: property.split('.').at(-1),
    caminho: `.body.${property}`,
    mensagem: reason,
  }))
  return { status, body: { nome, mensagem: refusal.message, ...(nome === 'json_invalido' ? { erros } : {}) } }
}

const chargeErrors: Partial<Record<RefusalCause, [status: number, code: number, error: string]>> = {
  'not found': [404, 3_500_010, 'property_does_not_exist'],
  'used id': [400, 4_600_210, 'validation_error'],
  state: [400, 3_500_043, 'invalid_operation'],
}

/** The API of charges numbers its errors, and names the field of a wrong one. */
export function efiChargeError({ why, message, violations }: Refusal): Answer {
  const [status, code, error] = chargeErrors[why] ?? [400, 3_500_034, 'validation_error']
  const [first] = violations
  const property = first && `/${first.property.split('.').slice(1).join('/')}`
  const description = first ? { property, message: first.reason } : message
  return { status, body: { code, error, error_description: description } }
}

/** An application for which the API of charges is not switched on. */
export const efiChargeNotAllowed: Answer = {
  status: 403,
  body: {
    code: 3_500_001,
    error: 'unauthorized',
    error_description: 'A aplicação fornecida não tem permissão para utilizar este endpoint.',
  },
}
