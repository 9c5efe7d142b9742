export { proveBatches, proveBills, proveLinks } from './sql.ts'
