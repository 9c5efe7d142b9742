import type { InitiationRail, Institution } from '../rails.ts'
import type { SimulatedBank, TakesTime } from './simulated-bank.ts'
import { refuseCounterparty, simulatedExternalId, simulatedParticipant } from './test-data.ts'

const consentSeconds = 5 * 60

/** Every bank of the list, played by the simulated one. It keeps nothing: answers travel with the payer. */
export const initiationSimulator = (needs: {
  bank: SimulatedBank
  clock: () => Date
  takesTime: TakesTime
}): InitiationRail => ({
  async registerPayment({ merchantId, transactionId, payer }) {
    refuseCounterparty(payer.cpf)
    await needs.takesTime(merchantId)
    return { externalId: simulatedExternalId(transactionId) }
  },

  async listInstitutions() {
    return simulatedInstitutions.map(({ id, name }) => ({ id, name }))
  },

  async createConsent({ reference, institutionId, amount, payer, receiver, returnUrl, language }) {
    const { name: institutionName } = institutionOf(institutionId)
    const expiresAt = new Date(needs.clock().getTime() + consentSeconds * 1000)
    const request = { reference, institutionName, receiver, amount, cpf: payer.cpf, expiresAt, returnUrl }
    return {
      externalId: `urn:banco-simulado:${reference}`,
      authorisationUrl: needs.bank.requestUrl(request, language),
      expiresAt,
    }
  },

  async finishAuthorisation({ code = '' }) {
    const answer = needs.bank.openAnswer(code)
    if (answer === null) return null
    const { reference, decision } = answer
    if (decision === 'refuse') return { reference, outcome: 'refused' }
    if (decision === 'expire') return { reference, outcome: 'expired' }
    return { reference, outcome: 'authorised', access: code }
  },

  async initiatePayment({ access, institutionId, amount, payer, endToEndId }) {
    if (needs.bank.openAnswer(access)?.decision !== 'approve') return { state: 'refused' }
    const { bankCode, ispb: bankIspb, name: bankName } = institutionOf(institutionId)
    const participant = { ...simulatedParticipant('Pagador de Teste', payer.cpf), bankCode, bankIspb, bankName }
    return { state: 'paid', amount, endToEndId, participant }
  },
})

function institutionOf(id: string) {
  const institution = simulatedInstitutions.find(one => one.id === id)
  if (institution === undefined) throw new RangeError(`Not an institution: ${id}`)
  return institution
}

/** The banks the sandbox lets a payer choose from, those most people use first. Whichever it is, the simulated one opens. */
const table = [
  // bank code, ISPB, name
  ['260', '18236120', 'Nubank'],
  ['341', '60701190', 'Itaú'],
  ['237', '60746948', 'Bradesco'],
  ['104', '00360305', 'Caixa Econômica Federal'],
  ['001', '00000000', 'Banco do Brasil'],
  ['033', '90400888', 'Santander'],
  ['077', '00416968', 'Inter'],
  ['323', '10573521', 'Mercado Pago'],
  ['336', '31872495', 'C6 Bank'],
  ['380', '22896431', 'PicPay'],
  ['121', '10664513', 'Agibank'],
  ['085', '05463212', 'Ailos'],
  ['003', '04902979', 'Banco da Amazônia'],
  ['004', '07237373', 'Banco do Nordeste'],
  ['047', '13009717', 'Banese'],
  ['021', '28127603', 'Banestes'],
  ['037', '04913711', 'Banpará'],
  ['041', '92702067', 'Banrisul'],
  ['318', '61186680', 'BMG'],
  ['070', '00000208', 'BRB'],
  ['208', '30306294', 'BTG Pactual'],
  ['655', '59588111', 'BV'],
  ['403', '37880206', 'Cora'],
  ['133', '10398952', 'Cresol'],
  ['707', '62232889', 'Daycoval'],
  ['335', '27098060', 'Digio'],
  ['364', '09089356', 'Efí Bank'],
  ['389', '17184037', 'Mercantil'],
  ['536', '20855875', 'Neon'],
  ['212', '92894922', 'Original'],
  ['290', '08561701', 'PagBank'],
  ['623', '59285411', 'Pan'],
  ['422', '58160789', 'Safra'],
  ['756', '02038232', 'Sicoob'],
  ['748', '01181521', 'Sicredi'],
  ['197', '16501555', 'Stone'],
  ['136', '00315557', 'Unicred'],
  ['280', '23862762', 'Will Bank'],
  ['348', '33264668', 'XP'],
] as const

export const simulatedInstitutions: (Institution & { bankCode: string; ispb: string })[] = table.map(
  ([bankCode, ispb, name]) => ({ id: ispb, name, bankCode, ispb }),
)
