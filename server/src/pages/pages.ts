export { favicon } from './home-routes.ts'
