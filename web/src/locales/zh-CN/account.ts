import type { account as english } from '../en/account.ts'
import type { Words } from '../words.ts'

export const account: Words<typeof english> = { title: '' }
