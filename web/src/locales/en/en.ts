import { verify } from './verify.ts'
import { compare } from './compare.ts'
import { enhance } from './enhance.ts'
import { player } from './player.ts'
import { account } from './account.ts'
import { auth } from './auth.ts'
import { codes } from './codes.ts'
import { create } from './create.ts'
import { feed } from './feed.ts'
import { front } from './front.ts'
import { library } from './library.ts'
import { developers } from './developers.ts'
import { links } from './links.ts'
import { video } from './video.ts'
import { wallet } from './wallet.ts'
import { common } from './common.ts'

/** Every word of the studio: what all pages share, and a file for each place. The other languages have the same keys. */
export const en = {
  ...common,
  front,
  codes,
  auth,
  links,
  account,
  developers,
  create,
  feed,
  video,
  verify,
  player,
  compare,
  enhance,
  library,
  wallet,
}
