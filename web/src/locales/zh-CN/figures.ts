import type { figures as english } from '../en/figures.ts'
import type { Words } from '../words.ts'

export const figures: Words<typeof english> = { title: '概览' }
