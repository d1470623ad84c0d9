/** What the address of a video says beside the video. */
export interface VideoSearch {
  /** The dialog that enhances the video is open. */
  enhance?: true | undefined
  /** The video that it is compared with. */
  compare?: string | undefined
  tab?: 'code' | undefined
}

export function videoSearch({ enhance, compare, tab }: Record<string, unknown>): VideoSearch {
  return {
    ...(enhance === true && { enhance }),
    ...(typeof compare === 'string' && { compare }),
    ...(tab === 'code' && { tab }),
  }
}
