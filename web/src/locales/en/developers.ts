export const developers = { title: '' }
