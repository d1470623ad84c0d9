export const account = { title: '' }
