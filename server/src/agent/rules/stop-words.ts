// oxlint-disable-next-line typescript/triple-slash-reference -- packages that reach this file would miss the declaration
/// <reference path="./stopword.d.ts" />
// The library has no types; importers of this file get these.
export { deu, eng, fra, ita, nld, por, spa, zho } from 'stopword'
