import type { Json } from '@nimbo/kernel/json'
import type { ChildStack } from '../../resource-type/child-stack.ts'

type Members = readonly string[]

/** Names of members, sorted; numeric names in numeric order. */
export const memberNames = (child: ChildStack | undefined): Members =>
  (child?.members ?? [])
    .map(({ name }) => name)
    .sort((one, other) => Number(one) - Number(other) || one.localeCompare(other))

/** Names of members, oldest first. */
export const namesByAge = (child: ChildStack | undefined): Members =>
  [...(child?.members ?? [])]
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt) || one.name.localeCompare(other.name))
    .map(({ name }) => name)

export const refsOf = async (child: ChildStack | undefined, names: Members): Promise<readonly unknown[]> =>
  Promise.all(names.map(async (name) => (await child?.refId(name)) ?? null))

export const refsMapOf = async (child: ChildStack | undefined, names: Members) => {
  const refs = await refsOf(child, names)
  return Object.fromEntries(names.map((name, index) => [name, refs[index]]))
}

/** The same attribute of each member. */
export const attributesOf = async (
  child: ChildStack | undefined,
  names: Members,
  [attribute, ...path]: readonly Json[],
): Promise<readonly unknown[]> =>
  Promise.all(names.map(async (name) => (await child?.attribute(name, String(attribute), path)) ?? null))

export const attributesMapOf = async (
  child: ChildStack | undefined,
  names: Members,
  path: readonly Json[],
): Promise<Readonly<Record<string, unknown>>> => {
  const values = await attributesOf(child, names, path)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

/** Nests a value under its path, since `get_attr` then follows the path to it. */
export const atPath = (path: readonly Json[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, step) => ({ [String(step)]: inner }), value)

const ofMember = /^resource\.([^.]+)(?:\.(.+))?$/

/** Resolves `resource.NAME` and `resource.NAME.ATTRIBUTE` of a group, or an attribute of all members. */
export const memberAttribute = async (
  child: ChildStack | undefined,
  names: Members,
  name: string,
  path: readonly Json[],
): Promise<unknown> => {
  const match = ofMember.exec(name)
  if (match === null) return attributesOf(child, names, [name, ...path])
  const [, member = '', attribute] = match
  if (!names.includes(member)) return undefined
  if (attribute !== undefined) return child?.attribute(member, attribute, path)
  const [asked, ...rest] = path
  return asked === undefined ? child?.refId(member) : child?.attribute(member, String(asked), rest)
}
