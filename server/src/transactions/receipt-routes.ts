import type { App } from '../lib/app-type.ts'
export async function receiptRoutes(_app: App, _needs: object) {}
