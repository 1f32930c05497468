import { parse, stringify } from 'yaml'
import type { Graph } from '../topology/picture-graph.ts'

/** The value of a property: YAML text, or a reference to another resource of the draft. */
export type Wish = { readonly text: string } | { readonly resource: string }

export interface DraftResource {
  readonly name: string
  readonly type: string
  readonly wishes: Readonly<Record<string, Wish>>
}

/** The resources of a draft, from which a Heat template is generated. */
export type Draft = readonly DraftResource[]

/** Parses YAML; text that is not valid YAML stays a string. */
const typedValue = (text: string): unknown => {
  try {
    return parse(text)
  } catch {
    return text
  }
}

const written = (wish: Wish): unknown =>
  'resource' in wish ? { get_resource: wish.resource } : typedValue(wish.text)

const isSaid = (wish: Wish): boolean => ('resource' in wish ? wish.resource : wish.text) !== ''

const resourceOf = ({ type, wishes }: DraftResource): unknown => {
  const said = Object.entries(wishes).filter(([, wish]) => isSaid(wish))
  if (said.length === 0) return { type }
  return { type, properties: Object.fromEntries(said.map(([name, wish]) => [name, written(wish)])) }
}

/** The Heat template of a draft, as YAML. */
export const templateOf = (draft: Draft): string =>
  stringify({
    heat_template_version: '2018-08-31',
    resources: Object.fromEntries(draft.map((one) => [one.name, resourceOf(one)])),
  })

/** A name that is not used in the draft: `server`, `server_2`. */
export const freeName = (draft: Draft, type: string): string => {
  const base = (type.split('::').at(-1) ?? 'resource').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  const isFree = (name: string): boolean => draft.every((one) => one.name !== name)
  if (isFree(base)) return base
  let number = 2
  while (!isFree(`${base}_${number}`)) number += 1
  return `${base}_${number}`
}

/** Renames a resource of the draft, also in the properties that refer to it. */
export const renamed = (draft: Draft, from: string, to: string): Draft =>
  draft.map((one) => ({
    ...one,
    name: one.name === from ? to : one.name,
    wishes: Object.fromEntries(
      Object.entries(one.wishes).map(([name, wish]) => [
        name,
        'resource' in wish && wish.resource === from ? { resource: to } : wish,
      ]),
    ),
  }))

/** Removes a resource from the draft, with the properties that refer to it. */
export const without = (draft: Draft, gone: string): Draft =>
  draft
    .filter(({ name }) => name !== gone)
    .map((one) => ({
      ...one,
      wishes: Object.fromEntries(
        Object.entries(one.wishes).filter(([, wish]) => !('resource' in wish && wish.resource === gone)),
      ),
    }))

const neededBy = ({ wishes }: DraftResource): readonly string[] =>
  Object.values(wishes).flatMap((wish) => ('resource' in wish && wish.resource !== '' ? [wish.resource] : []))

/** The depth of a resource below those without dependencies. A cycle, which Heat refuses, ends where it closes. */
const depthIn = (draft: Draft, name: string, above: readonly string[] = []): number => {
  const resource = draft.find((one) => one.name === name)
  if (resource === undefined || above.includes(name)) return 0
  return Math.max(0, ...neededBy(resource).map((each) => depthIn(draft, each, [...above, name]) + 1))
}

/** The dependency graph of a draft. */
export const graphOf = (draft: Draft): Graph => ({
  nodes: draft.map(({ name, type }) => ({
    ...{ kind: 'resource', layer: depthIn(draft, name), id: name, name },
    ...{ status: '', notes: [type], address: undefined },
  })),
  ties: draft.flatMap((one) => neededBy(one).map((from) => ({ from, to: one.name, up: true }))),
})
