export type { SessionView } from './portal-schemas.ts'
