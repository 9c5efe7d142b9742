import type { DialectName } from '../truth/records.ts'

const ofCharges = ['cob', 'pix', 'webhook', 'payloadlocation'].flatMap(resource => [
  `${resource}.read`,
  `${resource}.write`,
])

/** What a partner may be granted. */
export const scopesOf: Record<DialectName, string[]> = {
  standard: ofCharges,
  efi: [
    ...ofCharges,
    'pix.send',
    'gn.pix.send.read',
    'gn.balance.read',
    'gn.infractions.read',
    'gn.infractions.write',
    'gn.opb.config.read',
    'gn.opb.config.update',
    'gn.opb.participants.read',
    'gn.opb.payment.pix.send',
    'gn.opb.payment.pix.read',
  ],
  inter: [
    ...ofCharges,
    'pagamento-pix.write',
    'pagamento-pix.read',
    'webhook-banking.write',
    'webhook-banking.read',
    'extrato.read',
  ],
  sicoob: [...ofCharges, 'pixpagamentos_escrita', 'pixpagamentos_consulta', 'pixpagamentos_webhook', 'cco_consulta'],
}
