import { institutions } from '../../../platform/brazil/institutions.ts'
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
    refuseCounterparty(payer.taxNumber)
    await needs.takesTime(merchantId)
    return { externalId: simulatedExternalId(transactionId) }
  },

  async listInstitutions() {
    return simulatedInstitutions.map(({ id, name }) => ({ id, name }))
  },

  async createConsent({ reference, institutionId, amount, payer, receiver, returnUrl, language }) {
    const { name: institutionName } = institutionOf(institutionId)
    const expiresAt = new Date(needs.clock().getTime() + consentSeconds * 1000)
    const request = {
      reference,
      institutionName,
      receiver,
      amount,
      taxNumber: payer.cnpj ?? payer.cpf,
      expiresAt,
      returnUrl,
    }
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
    const participant = { ...simulatedParticipant('Pagador de Teste', payer.taxNumber), bankCode, bankIspb, bankName }
    return { state: 'paid', amount, endToEndId, participant }
  },
})

function institutionOf(id: string) {
  const institution = simulatedInstitutions.find(one => one.id === id)
  if (institution === undefined) throw new RangeError(`Not an institution: ${id}`)
  return institution
}

/** The banks the sandbox lets a payer choose from. Whichever it is, the simulated one opens. */
const simulatedInstitutions: (Institution & { bankCode: string; ispb: string })[] = institutions.map(
  ({ code, ispb, name }) => ({ id: ispb, name, bankCode: code, ispb }),
)
