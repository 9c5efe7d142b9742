/** How far back the demo merchant's payments go. */
export const demoDays = 30

/** A number below `most` that looks like chance and is the same in every sandbox. */
export const vary = (seed: number, most: number): number => (Math.imul(seed + 7, 2_654_435_761) >>> 8) % most

/** The hours of a day at which customers pay. */
export const rounds = [8, 11, 15, 18]

/** What things cost in a bakery, small and large. */
export const prices = [
  '18.90',
  '42.50',
  '7.80',
  '126.00',
  '64.30',
  '230.00',
  '15.40',
  '89.90',
  '33.00',
  '310.00',
  '12.60',
]

export const payers = [
  { name: 'Maria da Silva', cpf: '52998224725' },
  { name: 'Rafael Nogueira', cpf: '74697131401' },
  { name: 'Beatriz Campos', cpf: '86288366757' },
  { name: 'Tiago Moreira', cpf: '15350946056' },
  { name: 'Helena Duarte', cpf: '28476503180' },
  { name: 'Caio Fernandes', cpf: '93541134780' },
]

/** Who brings the orders, and is paid by Pix for it. */
export const supplier = { name: 'João Pereira', cpf: '11144477735', email: 'joao@example.com' }

/** Why money went back. */
export const reasons = ['Item em falta', 'Pedido cancelado pelo cliente', 'Cobrança em dobro', 'Entrega atrasada', null]
