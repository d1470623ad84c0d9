export { eachPrompt, forgetPrompts } from './history.ts'
