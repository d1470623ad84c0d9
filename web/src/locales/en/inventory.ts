export const inventory = { title: 'Inference servers' }
