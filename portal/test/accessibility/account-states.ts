import type { Page } from 'playwright-core'
import { setLimits } from '../../../server/src/tenancy/merchants/set-terms.ts'
import { sendNotifications } from '../../../server/src/tenancy/notifications/send-notifications.ts'
import { newPayer } from '../../../server/test/kit/company-payments.ts'
import { goodPassword, newPortalPerson } from '../../../server/test/kit/portal-client.ts'
import { openSink } from '../../../server/test/kit/webhook-sink.ts'
import { openDemo } from './demo.ts'
import { type States, choose, fill, press, pressInDialog, sees } from './matrix.ts'
import { newEnglish, newUnconfirmed } from './people.ts'
import { untilDone } from '../../../server/test/kit/patience.ts'

type AccountWorld = Awaited<ReturnType<typeof openAccountWorld>>

/** The demo month, and what it lacks: keys in every state, an address for events, a suspended merchant, notifications. */
export async function openAccountWorld() {
  const demo = await openDemo()
  const { trilho } = demo.portal
  const shop = await newPayer(trilho)
  const { merchantId } = shop
  const owner = await newPortalPerson(trilho, { merchantId, name: 'Olívia Prado' })
  const developer = await newPortalPerson(trilho, { merchantId, roles: ['developer'], name: 'Davi Nunes' })
  await newPortalPerson(trilho, { merchantId, roles: ['viewer'], name: 'Vera Dias' })
  const keys = `/merchants/${merchantId}/keys`
  const replaced = await owner.post(keys, { name: 'Loja virtual', scopes: ['payments'] })
  await owner.post(`${keys}/${replaced.body.data.key.id}/rotate`, { overlap: 'hour' })
  await developer.post(keys, { name: 'ERP', scopes: ['payments'] })
  const rules = { approvalAbove: '100', newKeyLimit: null, restrictsRecipients: true }
  await owner.put(`/merchants/${merchantId}/payout-rules`, rules)

  const accepts = await openSink()
  const refuses = await openSink({ status: 410 })
  await owner.put(`/merchants/${merchantId}/webhooks/address`, { url: accepts.url })
  const failed = await shop.createCashIn({ amount: '5', webhook: { url: refuses.url } })
  await shop.simulate('complete', failed)
  await refuses.waitForEvents(failed, 1)
  const [failedEvent] = await trilho.sql<{ id: string }[]>`
    select id from webhook_events where merchant_id = ${merchantId} and transaction_id = ${failed}`

  for (const amount of ['150', '1234.56']) await shop.createRequest(amount)
  await untilDone(() => sendNotifications(trilho.needs))

  const suspended = (await trilho.newMerchant({ chargeFixed: '0.50', chargeRate: 990_000n })).merchantId
  await setLimits(trilho.needs, {
    merchantId: suspended,
    cashOutLimit: 40_000_000n,
    cashOutDailyLimit: 80_000_000n,
    companyPaymentLimit: null,
    companyPaymentDailyLimit: 500_000_000n,
  })
  const reason = { reason: 'Documentos da empresa vencidos' }
  await demo.operator.post(`/operator/merchants/${suspended}/suspend`, reason)

  return {
    ...demo,
    demoOwner: demo.owner,
    owner,
    developer,
    ids: { ...demo.ids, merchantId, deliveryId: failedEvent?.id ?? '' },
    demoDelivery: { merchantId: demo.merchantId, deliveryId: demo.ids['deliveryId'] ?? '' },
    sinkUrl: accepts.url,
    suspended,
    suspendedOwner: await newPortalPerson(trilho, { merchantId: suspended }),
  }
}

const developer = ({ developer }: AccountWorld) => developer

async function createKey(page: Page) {
  await press(page, 'Criar chave')
  await fill(page, 'Nome da chave', 'ERP')
  await pressInDialog(page, 'Criar chave')
}

/** What a merchant sets: keys, webhooks, its company, its team, notifications, and the log of all of it. */
export const accountStates: States<AccountWorld> = {
  '/m/$merchantId/keys': [
    { shows: 'an active, a replaced and a pending key', steps: page => sees(page, 'Substituída, vale até') },
    {
      shows: 'that the role may not see it',
      as: ({ portal, ids }) => newPortalPerson(portal.trilho, { merchantId: ids.merchantId, roles: ['viewer'] }),
      steps: page => page.getByRole('heading', { name: 'Sem acesso' }).waitFor(),
    },
    {
      shows: 'the keys of a merchant to an operator, in English',
      as: ({ portal }) => newEnglish(portal, { isOperator: true }),
      language: 'en',
    },
    {
      shows: 'a key that lacks its name',
      steps: async page => {
        await press(page, 'Criar chave')
        await pressInDialog(page, 'Criar chave')
        await sees(page, 'Dê um nome à chave')
      },
      opens: 'tenancy/access-keys/create-key-dialog.tsx',
    },
    {
      shows: 'that the key of a developer must be confirmed',
      as: developer,
      steps: page => press(page, 'Criar chave'),
      opens: 'tenancy/access-keys/create-key-dialog.tsx',
    },
    {
      shows: 'the question for the password before a key is created',
      as: ({ portal, ids }) => newUnconfirmed(portal, { merchantId: ids.merchantId }),
      steps: async page => {
        await createKey(page)
        await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor()
      },
      opens: 'kit/confirm-identity.tsx',
    },
    {
      shows: 'the secret of a new key',
      as: ({ portal, ids }) => newUnconfirmed(portal, { merchantId: ids.merchantId }),
      steps: async page => {
        await createKey(page)
        await page.getByRole('dialog', { name: 'Confirme que é você' }).getByLabel('Senha').fill(goodPassword)
        await press(page, 'Confirmar')
        await page.getByRole('dialog', { name: 'Sua nova chave' }).waitFor()
      },
      opens: 'tenancy/access-keys/key-secret.tsx',
    },
    {
      shows: 'the secret of a key that does not work yet',
      as: developer,
      steps: async page => {
        await createKey(page)
        await sees(page, 'Esta chave ainda não funciona')
      },
      opens: 'tenancy/access-keys/key-secret.tsx',
    },
    {
      shows: 'how long a replaced key works',
      ids: ({ merchantId }) => ({ merchantId }),
      as: ({ demoOwner }) => demoOwner,
      steps: page => choose(page, 'Ações da chave Sandbox', 'Trocar chave'),
      opens: 'tenancy/access-keys/rotate-key-dialog.tsx',
    },
    {
      shows: 'whether to revoke a key',
      steps: page => choose(page, 'Ações da chave ERP', 'Revogar'),
      opens: 'tenancy/access-keys/key-actions.tsx',
    },
    {
      shows: 'whether to confirm a key',
      steps: page => choose(page, 'Ações da chave ERP', 'Confirmar'),
      opens: 'tenancy/access-keys/key-actions.tsx',
    },
    {
      shows: 'the networks of a key',
      ids: ({ merchantId }) => ({ merchantId }),
      as: ({ demoOwner }) => demoOwner,
      steps: page => choose(page, 'Ações da chave Sandbox', 'Redes'),
      opens: 'tenancy/access-keys/networks-dialog.tsx',
    },
    {
      shows: 'the rules of payouts by API',
      steps: page => press(page, 'Mudar regras'),
      opens: 'tenancy/access-keys/payout-rules.tsx',
    },
    {
      shows: 'the form of an approved recipient',
      steps: page => page.getByRole('button', { name: 'Aprovar destinatário' }).first().click(),
      opens: 'tenancy/access-keys/recipients.tsx',
    },
  ],
  '/m/$merchantId/webhooks': [
    { shows: 'events that failed', as: developer, steps: page => sees(page, 'Falhou') },
    {
      shows: 'none',
      as: async ({ suspendedOwner }) => suspendedOwner,
      ids: ({ suspended }) => ({ merchantId: suspended }),
      steps: page => sees(page, 'Nenhum evento ainda'),
    },
    {
      shows: 'an address that cannot be called',
      as: developer,
      steps: async page => {
        await fill(page, 'Endereço (https)', 'http://10.0.0.1/hook')
        await press(page, 'Salvar')
        await sees(page, 'O serviço não pode chamar este endereço')
      },
    },
    {
      shows: 'the events of a merchant to an operator, in English',
      as: ({ portal }) => newEnglish(portal, { isOperator: true }),
      language: 'en',
      ids: ({ merchantId }) => ({ merchantId }),
    },
    {
      shows: 'whether to remove the address',
      as: developer,
      steps: page => press(page, 'Remover'),
      opens: 'money/webhooks/address-section.tsx',
    },
    {
      shows: 'a test event to send',
      as: developer,
      steps: page => press(page, 'Enviar teste'),
      opens: 'money/webhooks/test-dialog.tsx',
    },
    {
      shows: 'a test event that was delivered',
      as: developer,
      steps: async page => {
        await press(page, 'Enviar teste')
        await press(page, 'Enviar agora')
        await page.getByRole('dialog').getByText('Entregue').waitFor()
      },
      opens: 'money/webhooks/test-dialog.tsx',
    },
    {
      shows: 'which failed events to resend',
      as: developer,
      steps: page => press(page, 'Reenviar falhas'),
      opens: 'money/webhooks/resend-dialog.tsx',
    },
    {
      shows: 'whether to replace the secret',
      as: developer,
      steps: page => press(page, 'Trocar segredo'),
      opens: 'money/webhooks/secret-section.tsx',
    },
    {
      shows: 'the new secret',
      as: developer,
      steps: async page => {
        await press(page, 'Trocar segredo')
        await pressInDialog(page, 'Trocar segredo')
        await page.getByRole('dialog', { name: 'Seu novo segredo' }).waitFor()
      },
      opens: 'money/webhooks/secret-section.tsx',
    },
  ],
  '/m/$merchantId/webhooks/$deliveryId': [
    { shows: 'a failed event', as: developer, steps: page => sees(page, 'Falhou') },
    { shows: 'an event of the demo month', as: ({ demoOwner }) => demoOwner, ids: ({ demoDelivery }) => demoDelivery },
  ],
  '/m/$merchantId/company': [
    { shows: 'plan and limits' },
    {
      shows: 'that the merchant is suspended',
      as: ({ suspendedOwner }) => suspendedOwner,
      ids: ({ suspended }) => ({ merchantId: suspended }),
      steps: page => sees(page, 'Esta conta está suspensa'),
    },
  ],
  '/m/$merchantId/members': [
    { shows: 'a team' },
    {
      shows: 'the provider of single sign-on',
      steps: page => press(page, 'Configurar'),
      opens: 'tenancy/members/sso-section.tsx',
    },
    {
      shows: 'a team in English',
      as: ({ portal, ids }) => newEnglish(portal, { merchantId: ids.merchantId }),
      language: 'en',
    },
    {
      shows: 'an invitation without a role',
      steps: async page => {
        await press(page, 'Convidar pessoa')
        await pressInDialog(page, 'Enviar convite')
        await sees(page, 'Escolha pelo menos um papel')
      },
      opens: 'tenancy/members/invite-dialog.tsx',
    },
    {
      shows: 'that the invitation is in the log of the server',
      window: 'desktop',
      steps: async page => {
        await press(page, 'Convidar pessoa')
        await fill(page, 'Nome', 'Fábio Lima')
        await fill(page, 'E-mail', `${crypto.randomUUID()}@example.com`)
        await page.getByRole('checkbox', { name: 'Financeiro' }).check()
        await pressInDialog(page, 'Enviar convite')
        await sees(page, 'o link está no log do servidor')
      },
    },
    {
      shows: 'the roles of a person',
      steps: page => choose(page, 'Ações para Vera Dias', 'Mudar papéis'),
      opens: 'tenancy/members/invite-dialog.tsx',
    },
    {
      shows: 'the keys of a person to remove',
      steps: async page => {
        await choose(page, 'Ações para Davi Nunes', 'Remover da equipe')
        await sees(page, 'Revogar também estas chaves')
      },
      opens: 'tenancy/members/remove-member-dialog.tsx',
    },
  ],
  '/m/$merchantId/notifications': [
    { shows: 'unread ones', steps: page => sees(page, 'aguarda sua aprovação') },
    {
      shows: 'none, in English',
      as: ({ portal, suspended }) => newEnglish(portal, { merchantId: suspended }),
      language: 'en',
      ids: ({ suspended }) => ({ merchantId: suspended }),
    },
  ],
  '/m/$merchantId/audit-log': [
    { shows: 'who did what' },
    {
      shows: 'the changes of a suspension',
      as: ({ suspendedOwner }) => suspendedOwner,
      ids: ({ suspended }) => ({ merchantId: suspended }),
      steps: page => sees(page, 'Suspendeu um lojista'),
    },
    { shows: 'one act only', query: '?act=key.create' },
  ],
  '/m/$merchantId/personal-data': [
    { shows: 'that nobody has asked', steps: page => sees(page, 'Nenhum pedido ainda') },
    {
      shows: 'an erasure that names nobody',
      steps: async page => {
        await press(page, 'Eliminar os dados')
        await pressInDialog(page, 'Eliminar os dados')
        await sees(page, 'Informe o documento, o e-mail ou o telefone.')
      },
      opens: 'operations/personal-data/request-dialog.tsx',
    },
  ],
}
