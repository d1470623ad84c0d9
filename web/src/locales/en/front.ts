export const front = {
  line: 'Videos from words, on your own machines.',
  what: 'Describe a video, see what it costs and how long it takes, and watch it being made.',
  signIn: 'Sign in',
  register: 'Create account',
  developers: 'API reference',
}
