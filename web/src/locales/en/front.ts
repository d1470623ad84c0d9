export const front = {
  line: 'Videos from words, on your own machines.',
  what: 'Describe a video. See what it costs and how long it takes before you start it, and watch it being made.',
  signIn: 'Sign in',
  register: 'Create account',
  developers: 'API reference',
  prompt: 'A lighthouse on a cliff, waves at dusk',
  made: 'Made by the built-in preview, without a GPU',
}
