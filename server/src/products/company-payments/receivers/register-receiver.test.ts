import { expect, test } from 'vitest'
import { cnpj } from '../../../../test/kit/company-payments.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { addBankAccount } from './add-bank-account.ts'
import { registerReceiver } from './register-receiver.ts'
import { reviewReceiver } from './review-receiver.ts'
import type { ReviewAct } from './states.ts'

const trilho = await openTrilho()
const { needs } = trilho
const { merchantId, ...api } = await trilho.newMerchant()

const register = (taxNumber: string = cnpj.moinho) =>
  registerReceiver(needs, { merchantId, fantasyName: 'Moinho Estrela', cnpj: taxNumber })
const review = (receiverId: string, act: ReviewAct, note: string | null = null) =>
  reviewReceiver(needs, { merchantId, receiverId, act, note })
const bank = { bankCode: '341', bankName: 'Itaú Unibanco S.A.', agency: '0001', number: '12345-6' }
const addAccount = (receiverId: string, ownerCnpj: string, pixKey = ownerCnpj, owner = merchantId) =>
  addBankAccount(needs, { merchantId: owner, receiverId, ...bank, ownerCnpj, pixKey })
const read = async (id: string) => (await api.get(`/receivers/${id}`)).body.data.items[0]
const accounts = async (id: string) => (await api.get(`/receivers/${id}/accounts`)).body.data

test.each([
  [cnpj.moinho, cnpj.moinho],
  ['11.444.777/0001-61', cnpj.moinho],
  [cnpj.letters, cnpj.letters],
  ['12.abc.345/01de-35', cnpj.letters],
])('a company registered with the CNPJ %s waits as Pending under %s', async (written, kept) => {
  const { id } = await register(written)
  expect(await read(id)).toStrictEqual({
    id,
    creationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    receiverStatus: 'Pending',
    companyFantasyName: 'Moinho Estrela',
    companyCNPJ: kept,
    reviewNote: null,
  })
})

test.each([
  ['wrong check digits', '11444777000162'],
  ['wrong check digits behind letters', '12ABC34501DE36'],
  ['all digits alike', '11111111111111'],
  ['a CPF', '52998224725'],
  ['nothing', ''],
])('a CNPJ with %s is refused as fake, and nobody is registered', async (_title, fake) => {
  const before = (await api.get('/receivers?dataset.limit=5&dataset.offset=0')).body.data.total
  await expect(register(fake)).rejects.toMatchObject({ reason: 'CounterpartyTaxNumberInvalid', status: 409 })
  expect((await api.get('/receivers?dataset.limit=5&dataset.offset=0')).body.data.total).toBe(before)
})

test.each([
  ['approve', null, 'Approved'],
  ['approve', 'Welcome', 'Approved'],
  ['reject', 'The CNPJ is inactive', 'Rejected'],
] as const)('after %s with the note %s a receiver is so', async (act, note, receiverStatus) => {
  const { id } = await register()
  await review(id, act, note)
  expect(await read(id)).toMatchObject({ receiverStatus, reviewNote: note })
})

test.each(['approve', 'reject'] as const)('what was reviewed is not reviewed again: %s', async first => {
  const { id } = await register()
  await review(id, first, 'first')
  const before = await read(id)
  for (const act of ['approve', 'reject'] as const)
    await expect(review(id, act, 'second')).rejects.toMatchObject({ reason: 'ReceiverStatusNotAllowed', status: 409 })
  expect(await read(id)).toEqual(before)
})

test('of approving and rejecting a receiver at once exactly one wins', async () => {
  const { id } = await register()
  const outcomes = await Promise.allSettled([review(id, 'approve'), review(id, 'reject')])
  expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.each([cnpj.moinho, cnpj.letters])('an account and its PIX key are those of the company %s', async taxNumber => {
  const { id } = await register(taxNumber)
  const account = await addAccount(id, taxNumber)
  expect(await accounts(id)).toStrictEqual([
    {
      id: account.id,
      bankCode: '341',
      bankName: 'Itaú Unibanco S.A.',
      accountAgency: '0001',
      accountNumber: '12345-6',
      accountOwnerDocNumber: taxNumber,
      pixKey: taxNumber,
      pixKeyType: 'CNPJ',
      accountStatus: 'Pending',
    },
  ])
})

test.each([
  ["another company's", cnpj.serra, cnpj.moinho, 'BankAccountNotAllowed'],
  ["its own, with another company's key", cnpj.moinho, cnpj.serra, 'BankAccountNotAllowed'],
  ["a person's", '52998224725', '52998224725', 'CounterpartyTaxNumberInvalid'],
  ['its own, with a key that is no CNPJ', cnpj.moinho, 'moinho@example.com', 'CounterpartyTaxNumberInvalid'],
])('an account that is %s is refused', async (_title, owner, key, reason) => {
  const { id } = await register(cnpj.moinho)
  await expect(addAccount(id, owner, key)).rejects.toMatchObject({ reason, status: 409 })
  expect(await accounts(id)).toEqual([])
})

test("another merchant's receiver can be neither reviewed nor given an account", async () => {
  const other = await trilho.newMerchant()
  const { id } = await register()
  const foreign = { merchantId: other.merchantId, receiverId: id, act: 'approve', note: null } as const
  await expect(reviewReceiver(needs, foreign)).rejects.toMatchObject({ reason: 'ReceiverNotFound', status: 404 })
  await expect(addAccount(id, cnpj.moinho, cnpj.moinho, other.merchantId)).rejects.toMatchObject({
    reason: 'ReceiverNotFound',
  })
  expect(await read(id)).toMatchObject({ receiverStatus: 'Pending' })
})
