import type { AskedField } from '../form/form-state.ts'
import type { Asking, Field } from '../panel/form-spec.ts'
import type { Values } from '../panel/values.ts'
import { isItem, type Item, textAt } from '../panel/item.ts'

/** Custom constraints of Heat with the panels to select from; sends the id unless `send` says otherwise. */
const choosable: Readonly<Record<string, Pick<Field, 'to' | 'send'>>> = {
  'nova.flavor': { to: 'flavors', send: 'name' },
  'nova.keypair': { to: 'key-pairs', send: 'name' },
  'nova.server': { to: 'servers' },
  'glance.image': { to: 'images', send: 'name' },
  'neutron.network': { to: 'networks' },
  'neutron.subnet': { to: 'subnets' },
  'neutron.port': { to: 'ports' },
  'neutron.router': { to: 'routers' },
  'neutron.security_group': { to: 'security-groups' },
  'cinder.volume': { to: 'volumes' },
  'cinder.snapshot': { to: 'snapshots' },
  'cinder.vtype': { to: 'volume-types', send: 'name' },
}

const askings: Readonly<Record<string, Asking>> = {
  Number: 'number',
  Boolean: 'switch',
  CommaDelimitedList: 'list',
  Json: 'area',
}

const askingOf = (parameter: Item, { choices, to }: Pick<Field, 'choices' | 'to'>): Asking => {
  if (textAt(parameter, 'NoEcho') === 'true') return 'secret'
  if (choices) return 'choice'
  if (to) return 'reference'
  return askings[textAt(parameter, 'Type')] ?? 'text'
}

/** A parameter value as the form holds it: lists as arrays, JSON as text, flags as booleans. */
const formValue = (asking: Asking, value: unknown): unknown => {
  if (value === undefined || value === null) return undefined
  switch (asking) {
    case 'number':
      return Number(value)
    case 'switch':
      return /^(true|on|yes|y|t|1)$/i.test(String(value))
    case 'list':
      return Array.isArray(value) ? value : String(value).split(',').filter(Boolean)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

const fieldOf = (name: string, parameter: Item): Field => {
  const { AllowedValues: allowed } = parameter
  const choices = Array.isArray(allowed) ? { choices: allowed.map(String) } : {}
  const hint = textAt(parameter, 'Description')
  return {
    ...{ name, title: textAt(parameter, 'Label') || name, ...choices },
    ...choosable[textAt(parameter, 'CustomConstraint')],
    ...(hint === '' ? {} : { hint }),
  }
}

const schemaOf = (parameter: Item): Item => ({
  minLength: parameter.MinLength,
  maxLength: parameter.MaxLength,
  minimum: parameter.MinValue,
  maximum: parameter.MaxValue,
  ...(typeof parameter.AllowedPattern === 'string' ? { pattern: `^(?:${parameter.AllowedPattern})$` } : {}),
  type: textAt(parameter, 'Type') === 'Number' ? 'number' : 'string',
})

/** The form fields of a template's parameters, from Heat's validation reply. */
export const parameterFields = (reply: unknown): readonly AskedField[] => {
  const parameters = isItem(reply) && isItem(reply.Parameters) ? reply.Parameters : {}
  return Object.entries(parameters)
    .filter((entry): entry is [string, Item] => isItem(entry[1]))
    .map(([name, parameter]) => {
      const field = fieldOf(name, parameter)
      const asking = askingOf(parameter, field)
      const required = parameter.Default === undefined && parameter.Value === undefined
      const initial = formValue(asking, parameter.Value ?? parameter.Default)
      return {
        field: { ...field, as: asking, required, initial },
        ...{ property: { schema: schemaOf(parameter), required }, asking, required },
      }
    })
}

/** The parameters of the request, from the form's values. */
export const parameterValues = (fields: readonly AskedField[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ field: { name } }) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )

/** The parameters of a stack as form values. Hidden ones (`NoEcho`) are left out, so that the user enters them again. */
export const givenValues = (fields: readonly AskedField[], given: unknown): Values =>
  Object.fromEntries(
    fields.flatMap(({ field: { name }, asking }) => {
      const value = isItem(given) ? given[name] : undefined
      return value === undefined || asking === 'secret' ? [] : [[name, formValue(asking, value)]]
    }),
  )
