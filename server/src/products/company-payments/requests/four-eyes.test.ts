import { describe, expect, test } from 'vitest'
import { clientWith, logIn } from '../../../../test/kit/api-client.ts'
import { companyClient, newPayer, requestsPath } from '../../../../test/kit/company-payments.ts'
import { newPortalPerson, type PortalPerson, refusalOf } from '../../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'

const trilho = await openTrilho()

/** A merchant whose owner, who is another than the maker, has let the maker's key work. */
async function newShop() {
  const payer = await newPayer(trilho)
  const { merchantId } = payer
  const [maker, owner, third] = [
    await newPortalPerson(trilho, { merchantId, roles: ['developer', 'approver'], name: 'Davi' }),
    await newPortalPerson(trilho, { merchantId, name: 'Olívia' }),
    await newPortalPerson(trilho, { merchantId, roles: ['approver'], name: 'Téo' }),
  ]
  const keys = `/merchants/${merchantId}/keys`
  const made = (await maker.post(keys, { name: 'ERP', scopes: ['company-payments'] })).body.data
  await owner.post(`${keys}/${made.key.id}/confirm`)

  /** Requested by a program with a key, as anyone who knows its secret can. */
  async function requestBy({ key, secret }: { key: { accessKey: string }; secret: string }): Promise<string> {
    const api = clientWith(trilho.url, (await logIn(trilho.url, { accessKey: key.accessKey, secret })).text)
    return (await api.post(requestsPath, payer.requestBody('10'))).body.data.id
  }
  return { payer, keys, maker, owner, third, made, requestBy, requests: `/merchants/${merchantId}/requests` }
}

const waitsFor = async (person: PortalPerson, requests: string) =>
  (await person.get(`${requests}?waitsForMe=true`)).body.data.items.map((item: { id: string }) => item.id)

describe('a payment that was asked for through an access key', () => {
  test('is approved neither by who made the key nor by who confirmed it; a third person may', async () => {
    const { payer, maker, owner, third, made, requestBy, requests } = await newShop()
    const id = await requestBy(made)
    for (const person of [maker, owner]) {
      for (const act of ['approve', 'reject'])
        expect(refusalOf(await person.post(`${requests}/${id}/${act}`, { comment: 'no' }))).toEqual([
          409,
          'ApproverNotAllowed',
        ])
      const { mine, mayStillApprove } = (await person.get(`${requests}/${id}`)).body.data
      expect(mine).toMatchObject({ asked: true, decideAs: null, canApprove: false })
      expect(mayStillApprove).toEqual([{ id: third.id, name: 'Téo' }])
      expect(await waitsFor(person, requests)).toEqual([])
    }
    expect(await waitsFor(third, requests)).toEqual([id])
    expect((await third.post(`${requests}/${id}/approve`)).status).toBe(200)
    expect((await companyClient(payer).readRequest(id)).entity.status).toBe('Approved')
  })

  test('through a replaced key is theirs who made the new one, not theirs who made the old', async () => {
    const { keys, maker, owner, made, requestBy, requests } = await newShop()
    const renewed = (await owner.post(`${keys}/${made.key.id}/rotate`, { overlap: 'none' })).body.data
    const id = await requestBy(renewed)
    expect(refusalOf(await owner.post(`${requests}/${id}/approve`))).toEqual([409, 'ApproverNotAllowed'])
    expect((await maker.post(`${requests}/${id}/approve`)).status).toBe(200)
  })

  test('through a key that a command has made is anybody else’s to approve', async () => {
    const { payer, owner, requests } = await newShop()
    const { id } = await payer.createRequest('10')
    expect(await waitsFor(owner, requests)).toEqual([id])
    expect((await owner.post(`${requests}/${id}/approve`)).status).toBe(200)
  })
})
