export { favicon } from './site-files.ts'
export { examples, guide } from './api-guide.ts'
