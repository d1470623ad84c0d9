export type { AdminDeps } from './context/context.ts'
