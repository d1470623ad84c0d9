export { openAiErrors } from './error-dialect.ts'
