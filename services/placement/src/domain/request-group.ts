import { mostOfAnything } from '@nimbo/contracts/placement/inventories'
import { isUuid } from '@nimbo/kernel/ids'
import { errors } from '../errors.ts'

/** The requirements of a group. */
export interface RequestGroup {
  /** Amounts by resource class. */
  readonly resources: ReadonlyMap<string, number>
  /** Each inner list contains alternatives. */
  readonly requiredTraits: readonly (readonly string[])[]
  readonly forbiddenTraits: readonly string[]
  /** Each inner list contains alternatives. */
  readonly memberOf: readonly (readonly string[])[]
  readonly forbiddenAggregates: readonly string[]
  /** Allows only providers in the tree of this provider. */
  readonly inTree?: string
}

/** Whether no provider can satisfy a group, because it wants more of a class than any inventory can allow at once. */
export const isBeyondAll = ({ resources }: Pick<RequestGroup, 'resources'>): boolean =>
  [...resources.values()].some((amount) => amount > mostOfAnything)

const invalid = (reason: string) => errors.Invalid({ reason })

/** Parses `VCPU:1,MEMORY_MB:512`. */
export const parseResources = (text: string): ReadonlyMap<string, number> => {
  const amounts = new Map<string, number>()
  for (const part of text.split(',')) {
    const [, name, amount] = /^([A-Z0-9_]+):([^:]*)$/.exec(part.trim()) ?? []
    if (!name || !amount) {
      throw invalid(
        `Badly formed resources parameter. Expected resources query string parameter in form: ?resources=VCPU:2,MEMORY_MB:1024. Got: ${text || 'empty string'}.`,
      )
    }
    if (!/^\d+$/.test(amount))
      throw invalid(`Requested resource ${name} expected positive integer amount. Got: ${amount}.`)
    if (Number(amount) < 1) throw invalid(`Requested resource ${name} requires amount >= 1. Got: ${amount}.`)
    amounts.set(name, Number(amount))
  }
  return amounts
}

/** Parses the values of `required`, each `A,!B` or `in:A,B`; all must hold. */
export const parseRequired = (
  values: readonly string[],
): Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'> => {
  const requiredTraits: string[][] = []
  const forbiddenTraits: string[] = []
  for (const value of values) {
    if (value.startsWith('in:')) {
      const choice = namesIn(value.slice(3), value)
      if (choice.some((name) => name.startsWith('!')))
        throw invalid(
          `Invalid query string parameters: The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' does not support forbidden traits. Got: ${value}`,
        )
      requiredTraits.push(choice)
    } else {
      for (const name of namesIn(value, value)) {
        if (name.startsWith('!')) forbiddenTraits.push(name.slice(1))
        else requiredTraits.push([name])
      }
    }
  }
  return { requiredTraits, forbiddenTraits }
}

/** The traits of a required choice that are all forbidden, separated by commas; undefined if there is no such conflict. */
export const conflictIn = ({
  requiredTraits,
  forbiddenTraits,
}: Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'>): string | undefined =>
  requiredTraits
    .find((choice) => choice.every((trait) => forbiddenTraits.includes(trait)))
    ?.toSorted()
    .join(', ')

const namesIn = (list: string, whole: string): string[] => {
  const names = list.split(',').map((name) => name.trim())
  if (names.some((name) => name === '' || name === '!')) {
    throw invalid(
      `Invalid query string parameters: Expected 'required' parameter value of the form: HW_CPU_X86_VMX,!CUSTOM_MAGIC. Got an empty trait in: ${whole}`,
    )
  }
  return names
}

/** Parses the values of `member_of`, each an aggregate, `in:A,B`, `!A` or `!in:A,B`; all must hold. */
export const parseMemberOf = (
  values: readonly string[],
): Pick<RequestGroup, 'memberOf' | 'forbiddenAggregates'> => {
  const memberOf: string[][] = []
  const forbiddenAggregates: string[] = []
  for (const value of values) {
    const forbidden = value.startsWith('!')
    const rest = forbidden ? value.slice(1) : value
    const ids = rest.startsWith('in:') ? rest.slice(3).split(',') : [rest]
    const wrong = ids.find((id) => !isUuid(id))
    if (wrong !== undefined) {
      throw invalid(
        `Invalid query string parameters: Expected 'member_of' parameter to contain valid UUID(s). Got: ${wrong}`,
      )
    }
    if (forbidden) forbiddenAggregates.push(...ids)
    else memberOf.push(ids)
  }
  return { memberOf, forbiddenAggregates }
}

/** Parses a UUID parameter. */
export const parseUuid = (parameter: string, text: string): string => {
  if (isUuid(text)) return text
  throw invalid(
    `Invalid query string parameters: Expected '${parameter}' parameter to be a format of uuid. Got: ${text}`,
  )
}
