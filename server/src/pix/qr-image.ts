import QRCode from 'qrcode'

const look = { errorCorrectionLevel: 'M', margin: 4 } as const

export const qrPng = (code: string): Promise<Buffer> => QRCode.toBuffer(code, { ...look, type: 'png', scale: 8 })
export const qrSvg = (code: string): Promise<string> => QRCode.toString(code, { ...look, type: 'svg' })
