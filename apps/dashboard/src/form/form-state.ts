import type { Operation } from '@nimbo/operation/operation'
import { useState } from 'react'
import type { Asking, Field, FormSpec } from '../panel/form-spec.ts'
import type { Values } from '../panel/values.ts'
import { askingOf } from './asking.ts'
import { type FieldFault, faultOf } from './fault-of.ts'
import { plainOf, type Property, propertyOf } from './property.ts'

/** A field with its schema from the contract. */
export interface AskedField {
  readonly field: Field
  readonly property: Property
  readonly asking: Asking
  readonly required: boolean
}

export const askedFields = (
  operation: Operation,
  { key, fields }: Pick<FormSpec, 'key' | 'fields'>,
): readonly AskedField[] =>
  fields.map((field) => {
    const property = propertyOf(operation, key, field.name)
    const required = field.required ?? property.required
    return { field, property, asking: askingOf(field, property), required }
  })

export interface FormState {
  readonly asked: readonly AskedField[]
  readonly values: Values
  /** Validation errors by field; only of fields that lost focus, or of all after an attempt to submit. */
  readonly faults: Readonly<Record<string, FieldFault>>
  set(name: string, value: unknown): void
  leave(name: string): void
  /** Returns the values to send; undefined if there are validation errors, which are then shown. */
  finish(): Values | undefined
}

/** The value of a choice is a string in HTML; it becomes a number if the contract's enum holds numbers. */
const sentOf = ({ property }: AskedField, value: unknown): unknown => {
  const { enum: values } = plainOf(property.schema)
  return Array.isArray(values) && values.includes(Number(value)) ? Number(value) : value
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== ''

export const useForm = (all: readonly AskedField[], initial: Values): FormState => {
  const [values, setValues] = useState<Values>(() => ({
    ...Object.fromEntries(all.map(({ field }) => [field.name, field.initial])),
    ...initial,
  }))
  const [left, setLeft] = useState<readonly string[]>([])
  const asked = all.filter(({ field }) => field.when?.(values) ?? true)
  const found = asked.flatMap(({ field, property, required }) => {
    const fault = faultOf(property, required, values[field.name])
    return fault ? [[field.name, fault] as const] : []
  })
  return {
    asked,
    values,
    faults: Object.fromEntries(found.filter(([name]) => left.includes(name))),
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    leave: (name) => setLeft((before) => [...before, name]),
    finish: () => {
      setLeft(asked.map(({ field }) => field.name))
      if (found.length > 0) return undefined
      const given = asked.map((each) => [each.field.name, sentOf(each, values[each.field.name])] as const)
      const all = Object.entries({ ...initial, ...Object.fromEntries(given) })
      return Object.fromEntries(all.filter(([, value]) => isGiven(value)))
    },
  }
}
