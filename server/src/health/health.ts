export { type HealthCode, healthCodes, type HealthItem } from './items.ts'
export { observeHealth } from './observe-health.ts'
export { createHealth, type HealthReport, type ReadHealth } from './read-health.ts'
