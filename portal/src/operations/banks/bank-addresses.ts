import type { ConnectForm } from './api.ts'

type Dialect = ConnectForm['dialect']
type Addresses = { label: string; pixUrl: string; tokenUrl: string; payoutUrl: string; ispb: string }

/** Where each bank is in production, as its documentation says, and its number at the central bank. */
export const bankAddresses: Record<Dialect, Addresses> = {
  efi: {
    label: 'Efí',
    pixUrl: 'https://pix.api.efipay.com.br/v2',
    tokenUrl: 'https://pix.api.efipay.com.br/oauth/token',
    payoutUrl: 'https://pix.api.efipay.com.br',
    ispb: '09089356',
  },
  inter: {
    label: 'Inter',
    pixUrl: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    tokenUrl: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    payoutUrl: 'https://cdpj.partners.bancointer.com.br',
    ispb: '00416968',
  },
  sicoob: {
    label: 'Sicoob',
    pixUrl: 'https://api.sicoob.com.br/pix/api/v2',
    tokenUrl: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    payoutUrl: 'https://api.sicoob.com.br',
    ispb: '02038232',
  },
  standard: { label: 'API Pix', pixUrl: '', tokenUrl: '', payoutUrl: '', ispb: '' },
}

export const dialects = Object.keys(bankAddresses) as Dialect[]
export const dialectLabel = (dialect: string): string =>
  dialects.includes(dialect as Dialect) ? bankAddresses[dialect as Dialect].label : dialect
