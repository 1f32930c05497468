import type { TSchema } from 'typebox'
import { noted } from './windows.ts'

/**
 * Marks a body or query that its handler validates, with the service's own error messages: the schema documents what may be sent,
 * and the API passes on whatever came.
 */
export const checkedByHandler = <Schema extends TSchema>(schema: Schema): Schema =>
  noted(schema, { checkedByHandler: true })

/** Whether the handler does the validation. */
export const isCheckedByHandler = (schema: TSchema): boolean => 'checkedByHandler' in schema
