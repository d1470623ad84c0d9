export const enhance = {
  title: 'Enhance',
  text: 'Makes the video larger and sharper. Nothing is generated again: frames, length and sound stay.',
  target: 'Target',
  large: 'It is as large already.',
  notForSale: 'Not offered here',
  do: 'Enhance to {{target}}',
}
