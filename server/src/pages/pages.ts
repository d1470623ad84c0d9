export { favicon } from './home-routes.ts'
export { examples, guide } from './api-guide.ts'
