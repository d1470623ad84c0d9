export const feed = {
  title: 'Your videos',
  empty: 'Your videos will appear here.',
  emptyHint: 'Describe one on the left and press Generate.',
  more: 'Show older videos',
}
