import { expect, test } from 'vitest'
import { testBank } from './kit/bank-process.ts'

type Ledger = { accounts: { id: string; balance: string }[] }

const splitTo = (cnpj: string) => ({
  descricao: 'Loja e entregador',
  lancamento: { imediato: true },
  split: {
    divisaoTarifa: 'assumir_total',
    minhaParte: { tipo: 'porcentagem', valor: '60.00' },
    repasses: [
      { tipo: 'porcentagem', valor: '30.00', favorecido: { cnpj, conta: '1234567' } },
      { tipo: 'porcentagem', valor: '10.00', favorecido: { cpf: '11144477735', conta: '7654321' } },
    ],
  },
})

test('efi: what a charge receives is shared with other customers, and a refund takes the shares back', async () => {
  const bank = await testBank()
  const shop = bank.partner('efi')
  const partners = await bank.control.get<{ name: string; owner: { taxId: string } }[]>('/partners')
  const split = splitTo(partners.find(({ name }) => name === 'inter')!.owner.taxId)
  const balances = async () => {
    const { accounts } = await bank.control.get<Ledger>('/ledger')
    return ['partner efi', 'partner inter'].map(id => Number(accounts.find(one => one.id === id)?.balance))
  }
  const [own, other] = (await balances()) as [number, number]
  const made = await shop.post('/v2/gn/split/config', split)
  expect(made).toMatchObject({ status: 201, body: { ...split, status: 'ATIVA' } })
  const { txid } = await shop.charge('10.01')
  const path = `/v2/gn/split/cob/${txid}`
  expect((await shop.get(path)).status).toBe(404)
  expect((await shop.put(`${path}/vinculo/${made.body.id}`, {})).status).toBe(204)
  expect((await shop.get(path)).body).toMatchObject({
    txid,
    config: { id: made.body.id, descricao: 'Loja e entregador' },
  })
  const { pix } = await bank.control.post<{ pix: { endToEndId: string }[] }>(`/charges/efi/${txid}/pay`, {})
  const endToEndId = pix[0]!.endToEndId
  // 3.00 and 1.00 of 10.01: what is less than a centavo stays.
  expect(await balances()).toEqual([own + 6.01, other + 3])

  const refund = (id: string, valor: string) => shop.put(`/v2/gn/split/pix/${endToEndId}/devolucao/${id}`, { valor })
  expect(await refund('r1', '5.00')).toMatchObject({ status: 201, body: { status: 'EM_PROCESSAMENTO', valor: '5.00' } })
  await expect.poll(async () => (await shop.get(`/v2/pix/${endToEndId}/devolucao/r1`)).body.status).toBe('DEVOLVIDO')
  expect(await balances()).toEqual([own + 6.01 - 5 + 1.49 + 0.49, other + 3 - 1.49].map(cents))
  // A refund that fails moves nothing.
  await bank.control.put('/settings', { refundDelayMs: null })
  await refund('r2', '5.00')
  await bank.control.post(`/pix/${endToEndId}/refunds/r2/refuse`)
  expect((await balances()).map(cents)).toEqual([own + 2.99, other + 1.51].map(cents))
  expect(await refund('r3', '9.00')).toMatchObject({ status: 400, body: { nome: 'valor_invalido' } })
})

const cents = (amount: number) => Math.round(amount * 100) / 100

test('efi: a split that does not add up, a used one and a charge that is over are refused', async () => {
  const bank = await testBank()
  const shop = bank.partner('efi')
  const split = splitTo('11222333000181')
  const make = (more: object) => shop.post('/v2/gn/split/config', { ...split, ...more })
  const half = { ...split.split, minhaParte: { tipo: 'porcentagem', valor: '50.00' } }
  expect(await make({ split: half })).toMatchObject({ status: 400, body: { nome: 'json_invalido' } })
  const fixed = (valor: string, mine = '1.00') => ({
    ...split.split,
    minhaParte: { tipo: 'fixo', valor: mine },
    repasses: [{ tipo: 'fixo', valor, favorecido: { cpf: '11144477735', conta: '1' } }],
  })
  const txid = 'x'.repeat(30)
  const { id } = (await make({ txid, split: fixed('10.00') })).body
  expect((await make({ txid })).status).toBe(409)
  const changed = await shop.put(`/v2/gn/split/config/${id}`, { ...split, split: fixed('2.00', '8.00') })
  expect(changed).toMatchObject({ status: 201, body: { id } })
  expect((await shop.get(`/v2/gn/split/config/${id}`)).body).toMatchObject({ revisao: 1, split: fixed('2.00', '8.00') })
  const before = await shop.get(`/v2/gn/split/config/${id}`, { query: { revisao: '0' } })
  expect(before.body).toMatchObject({ revisao: 0, txid, split: fixed('10.00') })

  const small = await shop.charge('9.99')
  expect((await shop.put(`/v2/gn/split/cob/${small.txid}/vinculo/${id}`, {})).status).toBe(400)
  const { txid: due } = await shop.dueCharge('2099-01-01')
  const path = `/v2/gn/split/cobv/${due}`
  expect((await shop.put(`${path}/vinculo/${id}`, {})).status).toBe(204)
  expect((await shop.get(path)).body.config).toMatchObject({ id })
  expect((await shop.remove(`${path}/vinculo`)).status).toBe(204)
  expect((await shop.get(path)).status).toBe(404)
  const paid = await shop.charge('10.00')
  await bank.control.post(`/charges/efi/${paid.txid}/pay`, {})
  const over = await shop.put(`/v2/gn/split/cob/${paid.txid}/vinculo/${id}`, {})
  expect(over).toMatchObject({ status: 400, body: { nome: 'status_cobranca_invalido' } })
  expect((await shop.put(`/v2/gn/split/cob/${paid.txid}/vinculo/unknown`, {})).status).toBe(404)
})
