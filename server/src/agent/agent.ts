export { eachPrompt, forgetPrompts } from './history.ts'
export { eachStarred } from './starred.ts'
