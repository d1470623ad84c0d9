export const figures = { title: 'Overview' }
