export const library = {
  title: 'Library',
  empty: 'No videos yet',
  emptyHint: 'What you make is kept here.',
  all: 'All',
  completed: 'Done',
  running: 'In work',
  failed: 'Failed',
}
