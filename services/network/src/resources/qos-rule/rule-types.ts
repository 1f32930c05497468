import { listRuleTypes, showRuleType } from '@nimbo/contracts/network/qos-rule-types'
import { handlersOf } from '@nimbo/http/handle'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Deps } from '../../app/deps.ts'
import { errors as general } from '../../errors.ts'
import { errors as policyErrors } from '../qos-policy/errors.ts'

interface Schema {
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly { readonly const?: unknown }[]
}

interface Parameter {
  readonly parameter_name: string
  readonly parameter_type: 'range' | 'choices'
  readonly parameter_values: { readonly start: number; readonly end: number } | readonly unknown[]
}

const parameterOf = (parameter_name: string, schema: Schema): Parameter =>
  schema.maximum === undefined
    ? {
        parameter_name,
        parameter_type: 'choices',
        parameter_values: schema.enum ?? schema.anyOf?.map((each) => each.const) ?? [],
      }
    : {
        parameter_name,
        parameter_type: 'range',
        parameter_values: { start: schema.minimum ?? 0, end: schema.maximum },
      }

/** The parameters of a rule type, derived from its resource description. */
const parametersOf = ({ attributes }: Kind): Parameter[] =>
  Object.entries(attributes).flatMap(([name, { type, options }]) =>
    options.on === 'create update' ? [parameterOf(name, type.schema)] : [],
  )

/** The handlers of the rule types API. */
export const ruleTypeRoutes = (kinds: Readonly<Record<string, Kind>>) => {
  const handle = handlersOf<Deps>()({})
  return [
    handle(listRuleTypes, async ({ query }) => ({
      rule_types: Object.keys(kinds)
        .filter((type) => query.type === undefined || query.type.includes(type))
        .map((type) => ({ type })),
    })),
    handle(showRuleType, async ({ params: { rule_type: type }, allows }) => {
      if (!allows('context_is_admin')) throw policyErrors.NotAuthorized()
      const kind = Object.entries(kinds).find(([name]) => name === type)?.[1]
      if (!kind) throw general.HTTPNotFound()
      return {
        rule_type: {
          type,
          drivers: [{ name: 'linuxbridge', supported_parameters: parametersOf(kind) }],
        },
      }
    }),
  ]
}
