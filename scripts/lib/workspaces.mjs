import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/** @returns {string[]} Folders of the workspaces, as package.json lists them. */
export const workspaces = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces
