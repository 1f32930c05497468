import type { Checker } from './checker.ts'
import { PolicyError } from './policy-error.ts'
import { attributeReader, policyText } from './target.ts'

const singular = (collection: string): string => collection.replace(/ies$/, 'y').replace(/s$/, '')

const comparison = (value: string): ((text: string) => boolean) => {
  if (!value.startsWith('~')) return (text) => text === value
  const source = value.slice(1)
  try {
    const pattern = new RegExp(`^(?:${source})`)
    return (text) => pattern.test(text)
  } catch {
    throw new PolicyError(`"${source}" is not a regular expression`)
  }
}

/**
 * Neutron's check of the target: `networks:shared=True`, or `port:device_owner=~^network:` with a regular expression. For a
 * target of another kind, its parent's attribute is used: a port's `network:shared`.
 */
export const fieldCheck = (match: string): Checker => {
  const parts = /^([^:]+):([^=]+)=(.*)$/.exec(match)
  if (parts === null) throw new PolicyError(`"field:${match}" is not resource:field=value`)
  const [, resource = '', field = '', value = ''] = parts
  const ofItself = attributeReader(field)
  const ofParent = attributeReader(`${singular(resource)}:${field}`)
  const holds = comparison(value)
  return ({ target }) => {
    const actual = ofItself(target) ?? ofParent(target) ?? null
    return actual !== null && holds(policyText(actual))
  }
}
