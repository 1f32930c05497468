import type { TSchema } from 'typebox'
import { noted } from './windows.ts'

/**
 * A body or a query that its handler checks, in the words that clients of its service know: the schema says what may be
 * sent, and the API hands on whatever came.
 */
export const checkedByHandler = <Schema extends TSchema>(schema: Schema): Schema =>
  noted(schema, { checkedByHandler: true })

/** Whether the API is to leave the check to the handler. */
export const isCheckedByHandler = (schema: TSchema): boolean => 'checkedByHandler' in schema
