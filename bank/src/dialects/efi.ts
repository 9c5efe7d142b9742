import type { Route } from '../http/routes.ts'
import {
  createEvp,
  getAccount,
  getBalance,
  getKeyBuckets,
  getQrCode,
  getReceipt,
  listEvps,
  removeEvp,
  resendCallbacks,
  setAccount,
} from './efi-account.ts'
import { defend, listInfractions } from './efi-infractions.ts'
import {
  getConfig,
  initiate,
  listInitiations,
  listInstitutions,
  returnInitiation,
  setConfig,
} from './efi-initiations.ts'
import {
  getPayout,
  getPayoutByOwnId,
  listPayouts,
  payCode,
  sendByAccountOrKey,
  sendToOwnAccount,
} from './efi-payouts.ts'
import { getReport, orderReport } from './efi-reports.ts'
import {
  changeSplit,
  createSplit,
  getSplit,
  getSplitCharge,
  linkTo,
  refundWithShares,
  unlinkFrom,
} from './efi-splits.ts'

const [payout, initiation, infraction, split] = ['payout', 'initiation', 'infraction', 'split'] as const
const location = 'PayloadLocation'

/** What Efí has besides the standard. */
// biome-ignore format: a table is read in columns
export const efiRoutes: Route[] = [
  { method: 'PUT',    path: '/v3/gn/pix/:idEnvio',                      scope: 'pix.send',                  status: 201, name: 'putPayout',        resource: payout,     act: sendByAccountOrKey },
  { method: 'PUT',    path: '/v2/gn/pix/:idEnvio',                      scope: 'pix.send',                  status: 201, name: 'putPayout',        resource: payout,     act: sendByAccountOrKey },
  { method: 'PUT',    path: '/v2/gn/pix/:idEnvio/qrcode',               scope: 'gn.qrcodes.pay',            status: 201, name: 'putCodePayout',    resource: payout,     act: payCode },
  { method: 'PUT',    path: '/v2/gn/pix/:idEnvio/mesma-titularidade',   scope: 'pix.send',                  status: 201, name: 'putOwnPayout',     resource: payout,     act: sendToOwnAccount },
  { method: 'GET',    path: '/v2/gn/pix/enviados/id-envio/:idEnvio',    scope: 'gn.pix.send.read',          status: 200, name: 'getPayout',        resource: payout,     act: getPayoutByOwnId },
  { method: 'GET',    path: '/v2/gn/pix/enviados/:e2eid',               scope: 'gn.pix.send.read',          status: 200, name: 'getPayout',        resource: payout,     act: getPayout },
  { method: 'GET',    path: '/v2/gn/pix/enviados',                      scope: 'gn.pix.send.read',          status: 200, name: 'listPayouts',      resource: payout,     act: listPayouts },
  { method: 'GET',    path: '/v2/gn/pix/comprovantes',                  scope: 'gn.receipts.read',          status: 200, name: 'getReceipt',       resource: payout,     act: getReceipt },
  { method: 'GET',    path: '/v2/gn/saldo',                             scope: 'gn.balance.read',           status: 200, name: 'getBalance',       resource: payout,     act: getBalance },
  { method: 'GET',    path: '/v2/gn/chaves/balde',                      scope: 'pix.send',                  status: 200, name: 'getKeyBuckets',    resource: payout,     act: getKeyBuckets },
  { method: 'POST',   path: '/v2/gn/evp',                               scope: 'gn.pix.evp.write',          status: 201, name: 'postEvp',          resource: payout,     act: createEvp },
  { method: 'GET',    path: '/v2/gn/evp',                               scope: 'gn.pix.evp.read',           status: 200, name: 'listEvps',         resource: payout,     act: listEvps },
  { method: 'DELETE', path: '/v2/gn/evp/:chave',                        scope: 'gn.pix.evp.write',          status: 204, name: 'deleteEvp',        resource: payout,     act: removeEvp },
  { method: 'PUT',    path: '/v2/gn/config',                            scope: 'gn.settings.write',         status: 200, name: 'putAccount',       resource: payout,     act: setAccount },
  { method: 'GET',    path: '/v2/gn/config',                            scope: 'gn.settings.read',          status: 200, name: 'getAccount',       resource: payout,     act: getAccount },
  { method: 'POST',   path: '/v2/gn/webhook/reenviar',                  scope: 'webhook.write',             status: 202, name: 'postResend',       resource: payout,     act: resendCallbacks },
  { method: 'GET',    path: '/v2/loc/:id/qrcode',                       scope: 'payloadlocation.read',      status: 200, name: 'getQrCode',        resource: location,   act: getQrCode },
  { method: 'POST',   path: '/v2/gn/relatorios/extrato-conciliacao',    scope: 'gn.reports.write',          status: 202, name: 'postReport',       resource: payout,     act: orderReport },
  { method: 'GET',    path: '/v2/gn/relatorios/:id',                    scope: 'gn.reports.read',           status: 200, name: 'getReport',        resource: payout,     act: getReport },
  { method: 'GET',    path: '/v2/gn/infracoes',                         scope: 'gn.infractions.read',       status: 200, name: 'listInfractions',  resource: infraction, act: listInfractions },
  { method: 'POST',   path: '/v2/gn/infracoes/:idInfracao/defesa',      scope: 'gn.infractions.write',      status: 201, name: 'postDefence',      resource: infraction, act: defend },
  { method: 'POST',   path: '/v2/gn/split/config',                      scope: 'gn.split.write',            status: 201, name: 'postSplit',        resource: split,      act: createSplit },
  { method: 'PUT',    path: '/v2/gn/split/config/:id',                  scope: 'gn.split.write',            status: 201, name: 'putSplit',         resource: split,      act: changeSplit },
  { method: 'GET',    path: '/v2/gn/split/config/:id',                  scope: 'gn.split.read',             status: 200, name: 'getSplit',         resource: split,      act: getSplit },
  { method: 'GET',    path: '/v2/gn/split/cob/:txid',                       scope: 'gn.split.read',             status: 200, name: 'getCobSplit',     resource: split,      act: getSplitCharge('cob') },
  { method: 'PUT',    path: '/v2/gn/split/cob/:txid/vinculo/:splitConfigId',scope: 'gn.split.write',            status: 204, name: 'linkCobSplit',    resource: split,      act: linkTo('cob') },
  { method: 'DELETE', path: '/v2/gn/split/cob/:txid/vinculo',               scope: 'gn.split.write',            status: 204, name: 'unlinkCobSplit',  resource: split,      act: unlinkFrom('cob') },
  { method: 'GET',    path: '/v2/gn/split/cobv/:txid',                      scope: 'gn.split.read',             status: 200, name: 'getCobvSplit',    resource: split,      act: getSplitCharge('cobv') },
  { method: 'PUT',    path: '/v2/gn/split/cobv/:txid/vinculo/:splitConfigId',scope: 'gn.split.write',            status: 204, name: 'linkCobvSplit',   resource: split,      act: linkTo('cobv') },
  { method: 'DELETE', path: '/v2/gn/split/cobv/:txid/vinculo',              scope: 'gn.split.write',            status: 204, name: 'unlinkCobvSplit', resource: split,      act: unlinkFrom('cobv') },
  { method: 'PUT',    path: '/v2/gn/split/pix/:e2eid/devolucao/:id',        scope: 'gn.split.write',            status: 201, name: 'putSplitRefund',  resource: 'PixDevolucao', act: refundWithShares },
  { method: 'GET',    path: '/v1/participantes',                        scope: 'gn.opb.participants.read',  status: 200, name: 'listInstitutions', resource: initiation, act: listInstitutions },
  { method: 'GET',    path: '/v1/config',                               scope: 'gn.opb.config.read',        status: 200, name: 'getConfig',        resource: initiation, act: getConfig },
  { method: 'PUT',    path: '/v1/config',                               scope: 'gn.opb.config.update',      status: 200, name: 'putConfig',        resource: initiation, act: setConfig },
  { method: 'POST',   path: '/v1/pagamentos/pix',                       scope: 'gn.opb.payment.pix.send',   status: 201, name: 'postInitiation',   resource: initiation, act: initiate },
  { method: 'GET',    path: '/v1/pagamentos/pix',                       scope: 'gn.opb.payment.pix.read',   status: 200, name: 'listInitiations',  resource: initiation, act: listInitiations },
  { method: 'POST',   path: '/v1/pagamentos/pix/:id/devolver',          scope: 'gn.opb.payment.pix.refund', status: 202, name: 'postReturn',       resource: initiation, act: returnInitiation },
]
