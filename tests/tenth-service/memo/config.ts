import { type Config, defineOptions } from '@nimbo/config/option-group'
import { string } from '@nimbo/config/option-types'

export const memoOptions = [
  defineOptions('notes', {
    signature: string({ default: 'noted', help: 'What the worker writes below a memo.' }),
  }),
] as const

export type MemoConfig = Config<(typeof memoOptions)[number]>
