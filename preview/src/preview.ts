export { checkPicture, UnusablePicture } from './image-header.ts'
export { notDrawn } from './prompt/not-drawn.ts'
export type { FilmRequest } from './renderer.ts'
export { renderFilm } from './render-film.ts'
