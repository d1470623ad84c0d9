import type { inventory as english } from '../en/inventory.ts'
import type { Words } from '../words.ts'

export const inventory: Words<typeof english> = { title: '推理服务器' }
