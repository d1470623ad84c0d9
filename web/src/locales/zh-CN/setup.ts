import type { setup as english } from '../en/setup.ts'
import type { Words } from '../words.ts'

export const setup: Words<typeof english> = { title: '设置' }
