/** Banks and payment institutions by the central bank's code and by their ISPB, those most people use first. */
const table = [
  // code, ISPB, name
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

export type BankInstitution = { code: string; ispb: string; name: string }

export const institutions: BankInstitution[] = table.map(([code, ispb, name]) => ({ code, ispb, name }))

const byIspb = new Map(institutions.map(one => [one.ispb, one]))
const byCode = new Map(institutions.map(one => [one.code, one]))

/** Null: it is not in the table, as most small institutions. */
export const institutionByIspb = (ispb: string): BankInstitution | null => byIspb.get(ispb) ?? null
export const institutionByCode = (code: string): BankInstitution | null => byCode.get(code.padStart(3, '0')) ?? null
