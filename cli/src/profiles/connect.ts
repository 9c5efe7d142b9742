import { Trilho, type TrilhoOptions } from '@trilho/sdk'
import type { Profile } from './profiles.ts'

export const connectTo = (
  { url, accessKey, secret }: Profile,
  more: Pick<TrilhoOptions, 'onRequest' | 'onAnswer'> = {},
): Trilho => new Trilho({ url, accessKey, secret, ...more })
